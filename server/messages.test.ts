import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { deleteOg, getOg, listOgs, updateOg } from '#contract/og.api.ts'
import { anOg } from './features/og/factory.ts'
import { useTestApp } from './testing/test-app.ts'

const app = useTestApp()
const at = ({ id }: { id: number }) => ({ id: String(id) })

test('every list names the page sizes that it accepts, whatever number was sent', async () => {
  const admin = await app.as('admin')
  const wrong: string[] = []
  for (const { endpoint } of api) {
    if (
      !endpoint.query ||
      endpoint.method !== 'GET' ||
      !('pageSize' in (endpoint.query as never as { shape: object }).shape)
    )
      continue
    for (const [pageSize, sentence] of [
      ['1000', 'It cannot be more than 100'],
      ['101', 'It cannot be more than 100'],
      ['9'.repeat(400), 'It cannot be more than 100'],
      ['0', 'It cannot be less than 1'],
      ['-5', 'It cannot be less than 1'],
      ['ten', 'This should be a whole number'],
      ['1.5', 'This should be a whole number'],
    ]) {
      const params = { id: '1', n: '1', number: '1', version_id: '1' }
      const { status, body } = await admin.call(endpoint, { params, query: { pageSize } } as never)
      const found = body.errors?.find(({ path }) => path === 'pageSize')?.message
      // Some lists have smaller pages.
      const isRight =
        found === sentence || (/100$/.test(sentence!) && /^It cannot be more than [25]0$/.test(found ?? ''))
      if (status !== 422 || !isRight) wrong.push(`${endpoint.path} ${pageSize?.slice(0, 5)}: ${status} ${found}`)
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

test('an unknown field is named, at any depth', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx)
  const answer = await editor.call(updateOg, {
    body: { id: og.id, colour: 'red', size: 1, contacts: [{ odd: 1 }] },
  } as never)
  expect(answer.status).toBe(422)
  const paths = answer.body.errors?.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['colour', 'size']))
  expect(paths).not.toContain('')
  const query = await editor.call(listOgs, { query: { colour: 'red' } } as never)
  expect(query.body.errors).toMatchObject([{ path: 'colour', message: 'Field “colour” not found' }])
})

test('a user who may read a record but not change it gets a message about the record, not about the role', async () => {
  const [editor, reader] = [await app.as('editor'), await app.as('reader')]
  const og = await anOg(app.ctx, { owner: (await app.as('editor')).id, write_user: [(await app.as('editor')).id] })
  for (const answer of [
    await editor.call(updateOg, { body: { id: og.id, weight: 1 } as never }),
    await editor.call(deleteOg, { params: at(og) }),
  ]) {
    expect(answer.status).toBe(403)
    expect(answer.body.message).toContain('You can view this record')
  }
  const refused = await reader.call(updateOg, { body: { id: og.id, weight: 1 } as never })
  expect(refused.body.message).toContain('Your role')
  expect((await reader.call(getOg, { params: at(og) })).status).toBe(200)
})

test('an address with a wrong method answers 405 and names its methods', async () => {
  for (const [method, url, allow] of [
    ['PATCH', '/v1/og/1', 'DELETE, GET'],
    ['POST', '/v1/og/1', 'DELETE, GET'],
    ['GET', '/v1/login', 'POST'],
    ['DELETE', '/v1/og', 'GET, POST, PUT'],
  ] as const) {
    const answer = await app.app.inject({ method, url })
    expect([answer.statusCode, answer.headers.allow], url).toEqual([405, allow])
  }
  expect((await app.app.inject({ method: 'PATCH', url: '/v1/nothing' })).statusCode).toBe(404)
})

test('hits are found under both of their names', async () => {
  const editor = await app.as('editor')
  const request = (url: string) => app.app.inject({ url, headers: { authorization: `Bearer ${editor.token}` } })
  for (const rest of ['', '?state=open&pageSize=5', '/count', '/987654321'])
    expect((await request(`/v1/hit${rest}`)).payload.replace(/"req_id":"\w+"/, '')).toBe(
      (await request(`/v1/screening${rest}`)).payload.replace(/"req_id":"\w+"/, ''),
    )
  expect((await request('/v1/hits')).statusCode).toBe(404)
})

test('resumable uploads are part of the description of the API', async () => {
  const { paths } = (await app.app.inject({ url: '/v1/openapi.json' })).json()
  expect(Object.keys(paths['/v1/upload/tus'])).toEqual(['options', 'post'])
  expect(Object.keys(paths['/v1/upload/tus/{id}'])).toEqual(['head', 'patch', 'delete'])
})
