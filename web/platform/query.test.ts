import { expect, it } from 'vitest'
import { getImport, type Import } from '#contract/import.api.ts'
import { ApiError } from './api.ts'
import { cacheAnswer, endpointQuery, pollWhile, queryClient } from './query.ts'

const failed = (status: number) =>
  new ApiError({ status, code: status, message: '', errors: [], reqId: undefined, data: undefined, isRead: true })
const every = pollWhile((data: { isBusy: boolean }) => data.isBusy, 700)

it('polls a busy record again after a temporary failure', () => {
  expect(every({ state: { data: { isBusy: true }, error: null } })).toBe(700)
  expect(every({ state: { data: { isBusy: false }, error: null } })).toBe(false)
  expect(every({ state: { data: undefined, error: null } })).toBe(false)
  // The action that made it busy succeeded, but the read after it failed.
  for (const status of [0, 429, 503])
    expect(every({ state: { data: { isBusy: false }, error: failed(status) } })).toBe(700)
  for (const status of [403, 404, 500])
    expect(every({ state: { data: { isBusy: false }, error: failed(status) } })).toBe(false)
})

it('replaces cached data with the reply of an action at once', () => {
  const sent = { params: { id: 5 } }
  const { queryKey } = endpointQuery(getImport, sent)
  queryClient.setQueryData(queryKey, { id: 5, state: 'checked' } as Import)
  cacheAnswer(getImport, sent, { id: 5, state: 'checking' } as Import)
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ state: 'checking' })
})
