import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { info, login } from '#contract/session.api.ts'
import { getUser, listUsers, updateUser } from '#contract/user.api.ts'
import { ApiError, call } from './api.ts'
import { setLocale } from './locale.ts'
import { useNotices } from './notice.ts'
import { logout } from './session.ts'
import { setToken, useToken } from './token.ts'

type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } }
let sent: Sent[] = []

function answer(status: number, body: unknown): void {
  vi.stubGlobal('fetch', async (url: string, init: Sent['init']) => {
    sent.push({ url, init })
    return new Response(JSON.stringify(body), { status })
  })
}

const failed = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    error => (error instanceof ApiError ? error : Promise.reject(error)),
  )

beforeEach(() => {
  sent = []
  setToken(null)
  setLocale('zh-CN')
})
afterEach(() => vi.unstubAllGlobals())

test('unwraps the data of a successful reply', async () => {
  answer(200, { code: 200, message: 'ok', data: { token: 'abc' } })
  expect(await call(login, { body: { username: 'a', password: 'b' } })).toEqual({ token: 'abc' })
  expect(sent[0]?.init.method).toBe('POST')
  expect(sent[0]?.init.body).toBe('{"username":"a","password":"b"}')
})

test('sends bearer and request id with a token, and neither without one', async () => {
  answer(200, { code: 200, message: 'ok', data: null })
  await call(info, {})
  setToken('secret')
  await call(info, {})
  await call(info, {})
  const [before, first, second] = sent.map(each => each.init.headers)
  expect(before).toEqual({ 'Accept-Language': 'zh-CN' })
  expect(first?.Authorization).toBe('Bearer secret')
  expect(first?.Req_id).toMatch(/^[a-z0-9]{16}$/)
  expect(first?.Req_id).not.toBe(second?.Req_id)
})

test('sends the newest log position of a reply with the next request, whichever window received it', async () => {
  setToken('secret')
  const places = ['00000001-000000000000aa', '00000001-00000000000100', '00000001-000000000000ff', "x'; --", undefined]
  for (const place of places) {
    vi.stubGlobal('fetch', async (url: string, init: Sent['init']) => {
      sent.push({ url, init })
      return new Response('{"code":200}', { headers: place === undefined ? {} : { 'og-place': place } })
    })
    await call(getUser, { params: { id: 7 } })
  }
  const back = sent.map(each => each.init.headers['og-place'])
  expect(back).toEqual([undefined, places[0], places[1], places[1], places[1]])
  localStorage.setItem('place', '00000002-00000000000001')
  await call(getUser, { params: { id: 7 } })
  expect(sent.at(-1)?.init.headers['og-place']).toBe('00000002-00000000000001')
  localStorage.removeItem('place')
})

test('puts params and repeated query values into the address', async () => {
  answer(200, { code: 200, message: 'ok', data: null })
  await call(getUser, { params: { id: 7 } })
  await call(listUsers, { query: { current: 2, role: ['admin', 'editor'], keyword: '' } })
  expect(sent.map(each => each.url)).toEqual(['/v1/user/7', '/v1/user?current=2&role=admin&role=editor'])
})

test('a failure carries the status, the message, the errors of fields and the current record', async () => {
  answer(409, {
    code: 409,
    message: '冲突',
    req_id: 'r1',
    errors: [{ path: 'name', message: '重复' }],
    data: { rev: 3 },
  })
  const error = await failed(call(updateUser, { params: { id: 1 }, body: { rev: 2 } }))
  expect(error).toMatchObject({ status: 409, code: 409, message: '冲突', reqId: 'r1', data: { rev: 3 } })
  expect(error.errors).toEqual([{ path: 'name', message: '重复' }])
})

test('shows a toast with the server’s own words for every failure, also where a page shows it in place', async () => {
  useNotices.setState([], true)
  answer(422, { code: 422, message: '请检查填写的内容' })
  await failed(call(listUsers, {}))
  expect(useNotices.getState().map(({ kind, text }) => [kind, text])).toEqual([['error', '请检查填写的内容']])
})

test('background requests fail silently', async () => {
  useNotices.setState([], true)
  answer(500, { code: 500, message: '服务器出错' })
  await failed(call(listUsers, {}, { isBackground: true }))
  expect(useNotices.getState()).toEqual([])
})

test('a lost connection has status 0', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect((await failed(call(listUsers, {}))).status).toBe(0)
})

test('a reply that is no JSON still fails with its status', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>Bad gateway</html>', { status: 502 }))
  expect(await failed(call(listUsers, {}))).toMatchObject({ status: 502, message: '' })
})

test('401 opens the dialog, also as a code inside a 200; login, logout and info do not', async () => {
  setToken('secret')
  answer(401, { code: 401, message: 'x' })
  await failed(call(info, {}))
  await failed(call(login, { body: { username: 'a', password: 'b' } }))
  expect(useToken.getState().hasEnded).toBe(false)
  answer(200, { code: 401, message: 'x' })
  expect((await failed(call(listUsers, {}))).status).toBe(401)
  expect(useToken.getState().hasEnded).toBe(true)
})

test('401 does not open the dialog while the user logs out, nor after a login as another user', async () => {
  setToken('secret')
  const replies = new Map<string, (status: number) => void>()
  vi.stubGlobal('fetch', async (url: string) => {
    const status = await new Promise<number>(resolve => replies.set(url, resolve))
    return new Response(JSON.stringify({ code: status }), { status })
  })
  const [list, user] = [failed(call(listUsers, {})), failed(call(getUser, { params: { id: 7 } }))]
  const leaving = logout()
  replies.get('/v1/user')?.(401)
  await list
  expect(useToken.getState()).toEqual({ token: 'secret', hasEnded: false })
  replies.get('/v1/logout')?.(200)
  await leaving
  setToken('another')
  replies.get('/v1/user/7')?.(401)
  await user
  expect(useToken.getState()).toEqual({ token: 'another', hasEnded: false })
})
