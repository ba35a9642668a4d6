import { expect, test } from 'vitest'
import { follow, listNotifications } from '#contract/notification.api.ts'
import { search } from '#contract/search.api.ts'
import {
  bulkSource,
  createSource,
  deleteSource,
  getSource,
  listSourceHistory,
  listSources,
  reinstateSource,
  restoreSource,
  updateSource,
  withdrawSource,
} from '#contract/source.api.ts'
import { drainSearch } from '#server/features/search/search.service.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const idOf = ({ id }: { id: number }) => ({ params: { id: String(id) } })

test('a source is created, changed, found by its name, withdrawn with a reason and reinstated, all of it in its history', async () => {
  const editor = await app.as('editor')
  const name = '𠮷田 شركة 国家企业信用信息公示系统'
  const made = await editor.get(createSource, { body: { name, kind: 'register', url: 'https://gsxt.example/' } })
  expect(made).toMatchObject({ name, kind: 'register', reliability: 'F', priority: 50, withdrawn_at: null })
  const graded = await editor.get(updateSource, { ...idOf(made), body: { reliability: 'A', rev: made.rev } })
  expect(graded).toMatchObject({ reliability: 'A', rev: made.rev + 1 })
  await expect(editor.get(updateSource, { ...idOf(made), body: { name: 'x', rev: made.rev } })).rejects.toThrow(
    /"code":409/,
  )
  const gone = await editor.get(withdrawSource, { ...idOf(made), body: { reason: 'It was a forgery' } })
  expect(gone).toMatchObject({ withdrawn_at: expect.any(String), withdrawn_reason: 'It was a forgery' })
  expect((await editor.get(listSources, { query: { withdrawn: 'true', keyword: '𠮷田' } })).items).toMatchObject([
    { id: made.id },
  ])
  expect(await editor.get(reinstateSource, idOf(made))).toMatchObject({ withdrawn_at: null, withdrawn_reason: null })
  const history = await editor.get(listSourceHistory, { ...idOf(made), query: {} })
  expect(history.items.map(entry => entry.changes.map(change => change.field))).toEqual([
    ['withdrawn_at', 'withdrawn_reason'],
    ['withdrawn_at', 'withdrawn_reason'],
    ['reliability'],
    expect.arrayContaining(['name', 'kind', 'url']),
  ])
  await drainSearch(app.ctx)
  const found = await editor.get(search, { query: { keyword: '信用信息公示' } as never })
  expect(found.items).toMatchObject([{ noun: 'source', id: made.id }])
})

test('a source can repeat an existing one, but not itself', async () => {
  const editor = await app.as('editor')
  const agency = await editor.get(createSource, { body: { name: 'An agency' } })
  const paper = await editor.get(createSource, { body: { name: 'A paper', origin_id: agency.id } })
  const refused = (words: string) => new RegExp(`"path":"origin_id","message":"[^"]*${words}`)
  for (const [id, origin] of [
    [agency.id, agency.id],
    [agency.id, paper.id],
  ] as const)
    await expect(editor.get(updateSource, { ...idOf({ id }), body: { origin_id: origin } })).rejects.toMatchObject(
      refused('cannot repeat'),
    )
  await expect(editor.get(updateSource, { ...idOf(agency), body: { origin_id: 999_999 } })).rejects.toMatchObject(
    refused('Source not found'),
  )
})

test('a restricted source is visible to the users it names, and cannot be repeated by others', async () => {
  const [editor, other] = [await app.as('editor'), await app.as('editor')]
  const reader = await app.as('reader')
  const hidden = await editor.get(createSource, { body: { name: 'An informant', read_user: [editor.id] } })
  for (const who of [other, reader]) {
    await expect(who.get(getSource, idOf(hidden))).rejects.toThrow(/"code":404/)
    expect((await who.get(listSources, { query: { keyword: 'informant' } })).total).toBe(0)
  }
  await expect(other.get(createSource, { body: { name: 'A copy', origin_id: hidden.id } })).rejects.toThrow(
    /"code":422/,
  )
  await expect(reader.get(createSource, { body: { name: 'x' } })).rejects.toThrow(/"code":403/)
})

test('many are graded at once; deleted ones can be restored', async () => {
  const editor = await app.as('super_editor')
  const made = await Promise.all(['a', 'b'].map(name => editor.get(createSource, { body: { name } })))
  const ids = made.map(({ id }) => id)
  expect(
    await editor.get(bulkSource, { body: { act: 'update', ids, expected: 2, patch: { reliability: 'B' } } }),
  ).toMatchObject({ done: 2, refused: 0 })
  const [first] = made
  await editor.get(deleteSource, idOf(first!))
  await expect(editor.get(getSource, idOf(first!))).rejects.toThrow(/"code":404/)
  expect(await editor.get(restoreSource, idOf(first!))).toMatchObject({ reliability: 'B' })
})

test('the original of an open source is hidden from users who may not read it: in the source, its list and its history', async () => {
  const [editor, other] = [await app.as('editor'), await app.as('editor')]
  const hidden = await editor.get(createSource, { body: { name: 'An informant', read_user: [editor.id] } })
  const second = await editor.get(createSource, { body: { name: 'Another informant', read_user: [editor.id] } })
  const open = await editor.get(createSource, { body: { name: 'A copyist', origin_id: hidden.id } })
  await editor.get(updateSource, { ...idOf(open), body: { origin_id: second.id } })
  expect(await other.get(getSource, idOf(open))).toMatchObject({ origin_id: null })
  expect((await other.get(listSources, { query: { keyword: 'copyist' } })).items).toMatchObject([{ origin_id: null }])
  const history = await other.get(listSourceHistory, { ...idOf(open), query: {} })
  expect(history.total).toBe(1)
  expect(history.items.flatMap(entry => entry.changes.map(change => change.field))).not.toContain('origin_id')
  // Users cannot clear a value that is hidden from them.
  await other.get(updateSource, { ...idOf(open), body: { origin_id: null, note: 'Seen' } })
  expect(await editor.get(getSource, idOf(open))).toMatchObject({ origin_id: second.id, note: 'Seen' })
  expect((await editor.get(listSourceHistory, { ...idOf(open), query: {} })).total).toBe(3)
})

test('a change of a hidden original is invisible to users who may not read it, and only its readers are notified', async () => {
  const [editor, other] = [await app.as('editor'), await app.as('editor')]
  const hidden = await editor.get(createSource, { body: { name: 'An informant', read_user: [editor.id] } })
  const shared = await editor.get(createSource, { body: { name: 'A friend', read_user: [editor.id, other.id] } })
  const open = await editor.get(createSource, { body: { name: 'A copyist' } })
  await other.get(follow, { body: { noun: 'source', record_id: open.id } })
  const before = await other.get(getSource, idOf(open))
  app.clock.advance(60_000)
  const written = await editor.get(updateSource, { ...idOf(open), body: { origin_id: hidden.id, rev: open.rev } })
  expect(written).toMatchObject({ origin_id: hidden.id, rev: open.rev })
  await app.drainJobs()
  expect(await other.get(getSource, idOf(open))).toEqual(before)
  expect((await other.get(listNotifications, { query: { noun: 'source' } })).items).toEqual([])
  // If another field changes too, the notification contains only that field.
  await editor.get(updateSource, { ...idOf(open), body: { origin_id: null, note: 'A note' } })
  await app.drainJobs()
  const reportedOf = () => other.get(listNotifications, { query: { noun: 'source' } })
  expect((await reportedOf()).items).toMatchObject([{ detail: { fields: ['note'] } }])
  await editor.get(updateSource, { ...idOf(open), body: { origin_id: shared.id } })
  await app.drainJobs()
  expect((await reportedOf()).items[0]?.detail).toMatchObject({ fields: ['note', 'origin_id'] })
  expect(await other.get(getSource, idOf(open))).toMatchObject({ origin_id: shared.id })
})
