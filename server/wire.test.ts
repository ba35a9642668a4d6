import { describe, expect, test } from 'vitest'
import { createOg, getOg, listOgs, updateOg } from '#contract/og.api.ts'
import { type Client, useTestApp } from './testing/test-app.ts'

const app = useTestApp()

/** Sends input that the typed client would never send. */
function send(
  client: Client,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: unknown,
  headers: Record<string, string> = {},
) {
  return app.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${client.token}`, 'accept-language': 'en-US', ...headers },
    ...(payload !== undefined && { payload: payload as string }),
  })
}

describe('input that none of our clients sends', () => {
  const json = { 'content-type': 'application/json' }
  const cases: [string, 'GET' | 'POST' | 'PUT', string, unknown, Record<string, string>, number][] = [
    ['malformed JSON', 'POST', '/v1/og', '{"name":', json, 400],
    ['an empty JSON body', 'POST', '/v1/og', '', json, 400],
    ['a prototype in the JSON', 'POST', '/v1/og', '{"__proto__":{"x":1},"name":"a"}', json, 400],
    ['a list for an object', 'POST', '/v1/og', '[]', json, 422],
    ['no name', 'POST', '/v1/og', {}, {}, 422],
    ['a number for a name', 'POST', '/v1/og', { name: 7 }, {}, 422],
    ['a name of blanks', 'POST', '/v1/og', { name: '   ' }, {}, 422],
    ['a name of 201 characters', 'POST', '/v1/og', { name: 'x'.repeat(201) }, {}, 422],
    ['a NUL in a name', 'POST', '/v1/og', { name: 'a\u0000b' }, {}, 422],
    [
      'half a character',
      'POST',
      '/v1/search/saved',
      '{"name":"a","query":{"keyword":"a\\ud83d"},"is_notifying":false}',
      json,
      422,
    ],
    ['a NUL in a keyword', 'GET', '/v1/og?keyword=a%00b', undefined, {}, 422],
    ['an unknown field', 'POST', '/v1/og', { name: 'a', nmae: 'b' }, {}, 422],
    ['an unknown query field', 'GET', '/v1/og?regoin=CN', undefined, {}, 422],
    ['an unknown sort', 'GET', '/v1/og?sort=password', undefined, {}, 422],
    ['page 0', 'GET', '/v1/og?current=0', undefined, {}, 422],
    ['a page of 101', 'GET', '/v1/og?pageSize=101', undefined, {}, 422],
    ['a weight of 101', 'POST', '/v1/og', { name: 'a', weight: 101 }, {}, 422],
    ['half a weight', 'POST', '/v1/og', { name: 'a', weight: 0.5 }, {}, 422],
    ['an unknown region', 'POST', '/v1/og', { name: 'a', region: 'XX' }, {}, 422],
    ['the 31st of February', 'POST', '/v1/og', { name: 'a', register_time: '2020-02-31' }, {}, 422],
    ['a javascript: entrance', 'POST', '/v1/og', { name: 'a', entrances: ['javascript:alert(1)'] }, {}, 422],
    ['a broken forbidden rule', 'POST', '/v1/og', { name: 'a', forbidden_rules: ['re:('] }, {}, 422],
    [
      'an icon that is no picture',
      'POST',
      '/v1/og',
      { name: 'a', icon: 'data:image/webp;base64,UklGRAAAAAAA' },
      {},
      422,
    ],
    ['an SVG icon', 'POST', '/v1/og', { name: 'a', icon: 'data:image/svg+xml;base64,PHN2Zy8+' }, {}, 422],
    ['a user that is not there', 'POST', '/v1/og', { name: 'a', read_user: [987654] }, {}, 422],
    ['a category that is not there', 'POST', '/v1/og', { name: 'a', category_id: 987654 }, {}, 422],
    ['an id in a body beyond 2^53', 'PUT', '/v1/og', '{"id":9007199254740993,"weight":1}', json, 422],
    ['an id of twenty digits', 'GET', '/v1/og/99999999999999999999', undefined, {}, 422],
    ['a negative id', 'GET', '/v1/og/-1', undefined, {}, 422],
    ['an id of words', 'GET', '/v1/og/1%20or%201=1', undefined, {}, 422],
    ['an id that no record has', 'GET', '/v1/og/9007199254740991', undefined, {}, 404],
    ['a form for JSON', 'POST', '/v1/og', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a broken escape in the address', 'GET', '/v1/og/%E0%A4%A', undefined, {}, 400],
    ['a path that is none', 'GET', '/v1/nothing', undefined, {}, 404],
    ['a body of 50 MB', 'POST', '/v1/og', `{"name":"${'x'.repeat(50_000_000)}"}`, json, 413],
  ]

  test.each(cases)(
    '%s is answered with its status and one sentence',
    async (_, method, url, payload, headers, status) => {
      const admin = await app.as('admin')
      const response = await send(admin, method, url, payload, headers)
      expect(response.statusCode).toBe(status)
      const body = response.json()
      expect(body).toMatchObject({
        code: status,
        message: expect.stringMatching(/^[A-Z].+[.]$/),
        req_id: expect.any(String),
      })
      if (status === 422)
        expect(body.errors[0]).toMatchObject({ path: expect.any(String), message: expect.stringMatching(/\S/) })
      else expect(body.errors).toBeUndefined()
    },
  )

  test('a fault is reported in the reader’s language, Chinese by default', async () => {
    const admin = await app.as('admin')
    const chinese = await send(admin, 'POST', '/v1/og', {}, { 'accept-language': 'zh-CN,zh;q=0.9' })
    expect(chinese.json()).toMatchObject({
      message: '请检查填写的内容。',
      errors: [{ path: 'name', message: '此项不能为空' }],
    })
    const other = await send(admin, 'POST', '/v1/og', {}, { 'accept-language': 'fr' })
    expect(other.json().message).toBe('请检查填写的内容。')
  })

  test('SQL, patterns and markup in a keyword are only text', async () => {
    const admin = await app.as('admin')
    await admin.get(createOg, { body: { name: '100%_sure\\' } })
    for (const keyword of ["'; drop table og; --", '<script>', '(((', '[a', '\\', '%', '_', '100%_', 'a'.repeat(200)])
      expect((await admin.call(listOgs, { query: { keyword } })).status, keyword).toBe(200)
    expect((await admin.get(listOgs, { query: { keyword: '100%_sure\\' } })).total).toBe(1)
    expect((await admin.get(listOgs, { query: { keyword: '100x_sure' } })).total).toBe(0)
  })
})

describe('the envelope', () => {
  test('a request id of the right form is echoed, any other replaced', async () => {
    const admin = await app.as('admin')
    const given = await send(admin, 'GET', '/v1/og', undefined, { req_id: 'abcdefgh12345678' })
    expect(given.headers.req_id).toBe('abcdefgh12345678')
    const wrong = await send(admin, 'GET', '/v1/og', undefined, { req_id: 'x'.repeat(5000) })
    expect(wrong.headers.req_id).toMatch(/^[a-z0-9]{16}$/)
  })

  test('success is 200, ok and the data', async () => {
    const admin = await app.as('admin')
    const og = await admin.get(createOg, { body: { name: 'Envelope' } })
    const answer = await admin.call(getOg, { params: { id: String(og.id) } })
    expect(answer.body).toEqual({ code: 200, message: 'ok', data: og })
  })

  test('an absent field stays, null clears it', async () => {
    const admin = await app.as('admin')
    const og = await admin.get(createOg, { body: { name: 'Keeps', eng_name: 'E', region: 'FR' } })
    const changed = await admin.get(updateOg, { body: { id: og.id, eng_name: null } })
    expect(changed).toMatchObject({ name: 'Keeps', eng_name: null, region: 'FR' })
  })
})
