import { expect, test } from 'vitest'
import { ogOverview, personOverview } from '#contract/overview.api.ts'
import { firstReads } from '#contract/route.ts'
import { diffOptions } from '#web/features/diff/diff-calls.ts'
import { eventConfig } from '#web/features/event/event-config.ts'
import { ogConfig } from '#web/features/og/og-config.ts'
import { personConfig } from '#web/features/person/person-config.ts'
import { reportConfig } from '#web/features/report/report-config.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { addressOf } from '#web/platform/url.ts'

const overviewOf = (endpoint: typeof ogOverview | typeof personOverview) =>
  endpointQuery(endpoint, { params: { id: 7 } })

test.each([
  ['/og/7?tab=history', [ogConfig.calls.one(7), overviewOf(ogOverview)]],
  ['/person/7/', [personConfig.calls.one(7), overviewOf(personOverview)]],
  ['/event/7', [eventConfig.calls.one(7)]],
  ['/report/7', [reportConfig.calls.one(7)]],
  ['/admin/diff/detail?og_id=3&id=7', [diffOptions(7)]],
])('%s starts with the first requests of its page, character by character', (address, options) => {
  const requested = options.map(({ queryKey: [, path, sent] }) => addressOf(path as string, sent as object))
  expect(firstReads(address)).toEqual(requested)
})

test('a list without a query starts with its first page', () => {
  expect(firstReads('/og/')).toEqual(['/v1/og?sort=-updated_at&current=1&pageSize=50'])
})

test.each([
  '/og?keyword=a',
  '/og/new',
  '/og/0',
  '/og/7%22%3E',
  '/og/7/8',
  '/admin/diff/detail',
  '/admin/diff/detail?id=a&id=7',
  '//',
])('%s starts without requests', address => {
  expect(firstReads(address)).toEqual([])
})
