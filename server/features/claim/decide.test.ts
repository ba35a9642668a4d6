import { expect, test } from 'vitest'
import { decideClaim, listClaims, stateClaims } from '#contract/claim.api.ts'
import { createOg, getOg, updateOg } from '#contract/og.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { wouldChange } from './claim.service.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
const state = (client: Client, og: { id: number }, source: { id: number }, values: Record<string, unknown>) =>
  client.get(stateClaims, {
    body: { noun: 'og', record_id: og.id, values, said: { source_id: source.id }, is_shown: false },
  })
const choiceOf = async (client: Client, og: { id: number }) =>
  (await client.get(listClaims, { query: { noun: 'og', record_id: String(og.id) } as never })).choices[0]
const decide = (client: Client, og: { id: number }, is_kept: boolean, more: object = {}) =>
  client.get(decideClaim, { body: { noun: 'og', record_id: og.id, field: 'scale', is_kept, ...more } })

test('a value that a person typed is kept whatever sources state, until they let the rule choose, which then follows sources', async () => {
  const editor = await app.as('editor')
  const og = await editor.get(createOg, { body: { name: '姜𤨒姬 شركة', scale: '500' } })
  const [paper, register] = [await aSource(app.ctx, { priority: 40 }), await aSource(app.ctx, { priority: 90 })]
  await state(editor, og, paper, { scale: '700' })
  await state(editor, og, register, { scale: '900' })
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ scale: '500' })
  expect(await choiceOf(editor, og)).toMatchObject({
    ...{ field: 'scale', reason: 'decided', decided_by: editor.id, ruled: '900' },
  })
  expect(await decide(editor, og, false)).toEqual({ value: '900' })
  expect(await choiceOf(editor, og)).toMatchObject({ reason: 'priority', decided_by: null, ruled: '900' })
  const better = await aSource(app.ctx, { priority: 95 })
  await state(editor, og, better, { scale: '950' })
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ scale: '950' })
  // A value typed later is a decision again, and so is keeping the present one.
  await editor.get(updateOg, { body: { id: og.id, scale: '500' } })
  expect(await choiceOf(editor, og)).toMatchObject({ reason: 'decided' })
  await decide(editor, og, false)
  await decide(editor, og, true)
  await state(editor, og, await aSource(app.ctx, { priority: 100 }), { scale: '1000' })
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ scale: '950' })
})

test('a value of unknown origin remains until a source is accepted; a manual claim disputes it', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx, { scale: '500' })
  await state(editor, og, await aSource(app.ctx, { priority: 90 }), { scale: '900' })
  expect(await choiceOf(editor, og)).toMatchObject({ reason: 'kept', decided_by: null, ruled: '900' })
})

test('a decision needs the right to change the record, the present revision, and a field with one value', async () => {
  const [editor, other, reader] = [await app.as('editor'), await app.as('editor'), await app.as('reader')]
  const og = await anOg(app.ctx, { scale: '500', owner: editor.id, write_user: [editor.id] })
  const secret = await anOg(app.ctx, { owner: editor.id, read_user: [editor.id] })
  await expect(decide(reader, og, true)).rejects.toThrow(/"code":403/)
  await expect(decide(other, og, true)).rejects.toThrow(/"code":403/)
  await expect(decide(other, secret, true)).rejects.toThrow(/"code":404/)
  await expect(decide(editor, og, false, { rev: 9 })).rejects.toThrow(/"code":409/)
  for (const field of ['aliases', 'owner', '__proto__', 'nothing'])
    await expect(decide(editor, og, true, { field })).rejects.toThrow(/"code":422/)
})

test('two concurrent decisions leave one', async () => {
  const editor = await app.as('editor')
  const og = await editor.get(createOg, { body: { name: 'Both', scale: '500' } })
  await state(editor, og, await aSource(app.ctx, {}), { scale: '900' })
  await Promise.all([decide(editor, og, false), decide(editor, og, true), decide(editor, og, false)])
  const choice = await choiceOf(editor, og)
  const { scale } = await editor.get(getOg, at(og.id))
  expect(scale).toBe('900')
  expect(['decided', 'only']).toContain(choice?.reason)
})

test('the effect of a file is computed for hundreds of values at once: each is taken, kept, or needs a decision', async () => {
  const editor = await app.as('editor')
  const [low, high, hidden] = [
    await aSource(app.ctx, { priority: 20 }),
    await aSource(app.ctx, { priority: 80, name: '登记册' }),
    await aSource(app.ctx, { priority: 90, owner: editor.id, read_user: [editor.id] }),
  ]
  const typed = await editor.get(createOg, { body: { name: 'Typed', scale: '500' } })
  const filed = await anOg(app.ctx, { scale: '500', region: 'CN', aliases: ['one'] })
  const secret = await anOg(app.ctx, { scale: '500' })
  await state(editor, filed, high, { scale: '500' })
  await state(editor, secret, hidden, { scale: '500' })
  const reader = await app.as('reader')
  const ctx = {
    ...app.ctx,
    actor: { kind: 'user', id: reader.id, username: '', role: 'reader', sessionId: 0, keys: [reader.id] },
  } as const
  const proposed = [
    { record_id: typed.id, field: 'scale', value: '600' },
    { record_id: typed.id, field: 'scale', value: ' ５００ ' },
    { record_id: typed.id, field: 'region', value: 'FR' },
    { record_id: filed.id, field: 'scale', value: '600' },
    { record_id: filed.id, field: 'scale', value: null },
    { record_id: filed.id, field: 'region', value: 'FR' },
    { record_id: filed.id, field: 'aliases', value: ['two'] },
    { record_id: secret.id, field: 'scale', value: '600' },
  ]
  const reported = await wouldChange(ctx, 'og', low.id, proposed)
  expect(reported.map(each => each.outcome)).toEqual([
    ...['asks', 'takes', 'takes', 'keeps', 'keeps', 'takes', 'takes', 'keeps'],
  ])
  expect(reported[0]).toMatchObject({ shown: '500', by: { kind: 'person', id: editor.id }, reason: 'decided' })
  expect(reported[3]).toMatchObject({ shown: '500', by: { kind: 'source', id: high.id, name: '登记册' } })
  // A source that the importer may not read is considered, but not named.
  expect(reported[7]).toMatchObject({ shown: '500', by: null })
  expect((await wouldChange(ctx, 'og', high.id, proposed)).map(each => each.outcome)[3]).toBe('takes')
  const many = Array.from({ length: 500 }, () => proposed[3]!)
  expect(new Set((await wouldChange(ctx, 'og', null, many)).map(each => each.outcome))).toEqual(new Set(['keeps']))
})
