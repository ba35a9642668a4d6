import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listOgs } from '#contract/og.api.ts'
import { info } from '#contract/session.api.ts'
import { call } from './api.ts'
import { readEarlyReplies, takeEarlyReply } from './early-requests.ts'
import { endpointQuery, queryClient } from './query.ts'
import { readLocalStorage } from './storage.ts'
import { setToken } from './token.ts'

const answer = (data: unknown) => Promise.resolve(new Response(JSON.stringify({ code: 200, message: 'ok', data })))
const fetched = vi.fn((_url: string, _init: RequestInit) => answer('asked now'))

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  setToken(null)
  setToken('secret')
})
afterEach(() => vi.unstubAllGlobals())

const ogs = (keyword: string) => call(listOgs, { query: { keyword } })

test('a request that the document has sent is not repeated, and its reply is taken once', async () => {
  window.begun = new Map([
    ['POST /v1/info', answer('begun')],
    ['GET /v1/og?keyword=a', answer('begun')],
  ])
  expect([await call(info, {}), await ogs('a')]).toEqual(['begun', 'begun'])
  expect(fetched).not.toHaveBeenCalled()
  expect([await ogs('a'), await ogs('b')]).toEqual(['asked now', 'asked now'])
})

test('a reply to one session is not used in the next', async () => {
  window.begun = new Map([['GET /v1/og?keyword=a', answer('begun')]])
  setToken('another')
  expect(await ogs('a')).toBe('asked now')
})

test('a page’s first six reads are stored for its next start, and removed with the session', async () => {
  for (const keyword of ['a', 'b', 'a', '𠮷', 'd', 'e', 'f', 'g']) await ogs(keyword)
  await call(info, {})
  const pages = JSON.parse(readLocalStorage('begin') ?? '{}') as Record<string, string[]>
  expect(pages[location.pathname + location.search]).toEqual([
    '/v1/og?keyword=a',
    '/v1/og?keyword=b',
    '/v1/og?keyword=%F0%A0%AE%B7',
    '/v1/og?keyword=d',
    '/v1/og?keyword=e',
    '/v1/og?keyword=f',
  ])
  setToken(null)
  await ogs('h')
  expect(readLocalStorage('begin')).toBeNull()
})

test('replies that were read before the first drawing are in the cache at once, each for one request', async () => {
  const failed = Promise.resolve(new Response('{"code":404}', { status: 404 }))
  window.begun = new Map([
    ['POST /v1/info', answer('begun')],
    ['GET /v1/og?keyword=c', answer('read early')],
    ['GET /v1/og?keyword=d', failed],
    ['GET /v1/og?keyword=e', Promise.reject(new Error('offline'))],
    ['GET /v1/og?keyword=f', answer('begun')],
  ])
  await readEarlyReplies()
  const read = (keyword: string) => queryClient.query(endpointQuery(listOgs, { query: { keyword } }))
  expect(await read('c')).toBe('read early')
  expect(fetched).not.toHaveBeenCalled()
  expect(takeEarlyReply('/v1/og?keyword=c')).toBeUndefined()
  expect([await ogs('c'), await ogs('f')]).toEqual(['asked now', 'begun'])
  expect(takeEarlyReply('/v1/og?keyword=d')).toBeUndefined()
  setToken('another')
  expect(takeEarlyReply('/v1/og?keyword=f')).toBeUndefined()
})
