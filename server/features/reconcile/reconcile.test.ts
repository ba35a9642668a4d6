import { afterAll, expect, test } from 'vitest'
import { createList } from '#contract/list.api.ts'
import { createReconcileAddress, deleteReconcileAddress, listReconcileAddresses } from '#contract/reconcile.api.ts'
import { endAccess } from '#contract/user.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
afterAll(closeEngine)

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const get = (url: string) => app.app.inject({ method: 'GET', url })
const post = (url: string, queries: unknown) =>
  app.app.inject({
    method: 'POST',
    url,
    headers: form,
    payload: new URLSearchParams({ queries: JSON.stringify(queries) }).toString(),
  })

async function service(client: Client) {
  return await client.get(createReconcileAddress, { body: { name: 'OpenRefine' } })
}

test('names are reconciled as OpenRefine requests it: by form, by address, with a manifest and a page for each entry', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await admin.get(createList, { body: { name: 'Sanctions' } })
  const sergei = {
    name: ['Sergei Vladimirovich Petrenko'],
    birthDate: ['1970-02-03'],
    notes: ['<script>alert(1)</script>'],
  }
  const twice = { name: ['Olena Kovalchuk-Dvořák'] }
  await load(
    app,
    admin,
    list,
    fileOf([
      { id: 'x:1', properties: sergei },
      { id: 'x-2', properties: twice },
      { id: 'x-3', properties: twice },
    ]),
  )
  const { path } = await service(editor)

  const manifest = await get(path)
  expect(manifest.headers['access-control-allow-origin']).toBe('*')
  expect(manifest.headers['access-control-allow-credentials']).toBeUndefined()
  expect(manifest.json()).toMatchObject({ versions: ['0.2'], defaultTypes: [{ id: 'person' }, { id: 'organisation' }] })
  const queries = {
    q0: {
      query: 'Сергей Владимирович Петренко',
      type: 'person',
      limit: 3,
      type_strict: 'any',
      properties: [
        { pid: 'birth_date', v: '1970-02-03' },
        { pid: 'country', v: { id: 'Russia' } },
        { pid: 'colour', v: [7, null] },
      ],
    },
    q1: { query: 'Olena Kovalchuk-Dvořák' },
    q2: { query: 'Nobody Whatsoever' },
    𠮷: { query: '' },
  }
  const { status, body } = { status: (await post(path, queries)).statusCode, body: (await post(path, queries)).json() }
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(Object.keys(queries))
  expect(body.q0.result[0]).toMatchObject({
    id: `${list.id}:x:1`,
    match: true,
    type: [{ id: 'person', name: 'Person' }],
  })
  expect(body.q0.result[0].score).toBeGreaterThan(90)
  expect(body.q0.result[0].score).toBeLessThanOrEqual(100)
  expect(body.q1.result.map((each: { match: boolean }) => each.match)).toEqual([false, false])
  expect([body.q2.result, body.𠮷.result]).toEqual([[], []])
  expect((await get(`${path}?queries=${encodeURIComponent(JSON.stringify(queries))}`)).json()).toEqual(body)
  const page = await get(`${path}/view?id=${encodeURIComponent(`${list.id}:x:1`)}`)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('Sergei Vladimirovich Petrenko')
  expect(page.body).not.toContain('<script>')
  for (const id of ['', '1', `${list.id}:x-9`, `${list.id}:%00`, '99999999999999999:x'])
    expect((await get(`${path}/view?id=${id}`)).statusCode, id).toBe(404)
})

test('malformed and oversized batches are refused', async () => {
  const { path } = await service(await app.as('editor'))
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`q${n}`, { query: 'x' }]))
  for (const queries of [
    many,
    [],
    'x',
    null,
    { q: {} },
    { q: { query: 'x'.repeat(501) } },
    { q: { query: 'x', limit: 51 } },
  ])
    expect((await post(path, queries)).statusCode, JSON.stringify(queries).slice(0, 60)).toBe(422)
  expect((await get(`${path}?queries=%7Bnot`)).statusCode).toBe(422)
  expect((await app.app.inject({ method: 'POST', url: path, headers: form, payload: '' })).statusCode).toBe(422)
})

test('an address is invalid once it is revoked, its owner lost the role, or all access was ended', async () => {
  const [editor, other, third] = [await app.as('editor'), await app.as('editor'), await app.as('editor')]
  const made = await service(editor)
  expect((await other.call(deleteReconcileAddress, { params: { id: `${made.address.id}` } })).status).toBe(404)
  expect((await get(made.path)).statusCode).toBe(200)
  expect((await editor.get(listReconcileAddresses)).items[0]).not.toMatchObject({ last_used_at: null })
  await editor.get(deleteReconcileAddress, { params: { id: `${made.address.id}` } })
  expect((await get(made.path)).statusCode).toBe(404)
  const lost = await service(other)
  await app.db.updateTable('user').set({ role: 'reader' }).where('id', '=', other.id).execute()
  expect((await get(lost.path)).statusCode).toBe(404)
  const ended = await service(third)
  await third.get(endAccess, { params: { id: `${third.id}` } })
  expect((await get(ended.path)).statusCode).toBe(404)
  expect((await get('/v1/reconcile/nothing')).statusCode).toBe(404)
  expect((await (await app.as('reader')).call(createReconcileAddress, { body: { name: 'x' } })).status).toBe(403)
})
