import { expect, test } from 'vitest'
import { decideDuplicate, listDuplicates, type MergeEntity } from '#contract/duplicate.api.ts'
import {
  decideDuplicateGroup,
  listDuplicateBatches,
  listDuplicateGroups,
  undoDuplicateBatch,
} from '#contract/duplicate_group.api.ts'
import { getPerson, listPersons, updatePerson } from '#contract/person.api.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { findPortion } from './find.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
const noun: MergeEntity = 'person'
const find = async () => {
  while (await findPortion(app.ctx, noun));
}
const key = 'same_date same_name'
const groupsOf = async (client: Client) => (await client.get(listDuplicateGroups, { query: { noun } })).items
const batchOf = async (client: Client) => (await client.get(listDuplicateBatches, { query: { noun } })).items[0]
const openPairs = async (client: Client) => (await client.get(listDuplicates, { query: { noun, pageSize: 100 } })).items

/** Pairs with one name and full birth date; the newer record of each has a label that the older one lacks. */
async function twins(names: readonly string[], of: object = {}) {
  const all = []
  for (const name of names) {
    const older = await aPerson(app.ctx, { name, birth_time: '1958-10-13', ...of })
    const newer = await aPerson(app.ctx, { name, birth_time: '1958-10-13', position: `${name} chair`, ...of })
    all.push([older, newer] as const)
  }
  await find()
  return all
}

test('a group is listed with its count and a sample, merged in one act into the older record, and undone in one act', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const pairs = await twins(['Ada Ågren', '𠮷田太郎丸', 'شركة النور'])
  const hidden = await twins(['Secret Zq', 'Secret Zw'], { read_user: [admin.id], owner: admin.id })
  const [group] = await groupsOf(admin)
  expect(group).toMatchObject({ key, reasons: ['same_name', 'same_date'], count: 5, mergeable: 5 })
  expect(group?.sample).toHaveLength(5)
  // Other users count only the pairs that they can see, and those that they may merge.
  const theirs = (await groupsOf(editor)).find(each => each.key === key)
  expect(theirs).toMatchObject({ count: 3, mergeable: 0 })
  expect(JSON.stringify(theirs)).not.toContain('Zq')
  const body = { noun, key, act: 'merge', expected: 4 } as const
  await expect(admin.get(decideDuplicateGroup, { body })).rejects.toThrow(/"code":409/)
  await expect(editor.get(decideDuplicateGroup, { body })).rejects.toThrow(/"code":404/)
  const begun = await admin.get(decideDuplicateGroup, { body: { ...body, expected: 5 } })
  expect(begun).toMatchObject({ state: 'running', total: 5, done: 0, can: [] })
  // One record is changed before its turn: its pair no longer belongs to the group.
  const [changed] = hidden[0]!
  await admin.get(updatePerson, { ...at(changed.id), body: { birth_time: '1990-01-01' } })
  await find()
  await app.drainJobs()
  const done = await batchOf(admin)
  expect(done).toMatchObject({ state: 'done', total: 5, done: 4, skipped: 1, can: ['undo'] })
  expect(await batchOf(editor)).toBeUndefined()
  const [older, newer] = pairs[1]!
  expect(await admin.get(getPerson, at(older.id))).toMatchObject({ position: '𠮷田太郎丸 chair' })
  expect((await admin.call(getPerson, at(newer.id))).status).not.toBe(200)
  const undoing = await admin.get(undoDuplicateBatch, at(done!.id))
  expect(undoing.state).toBe('undoing')
  await app.drainJobs()
  expect(await batchOf(admin)).toMatchObject({ state: 'undone', undone: 4, stayed: 0, can: [] })
  expect(await admin.get(getPerson, at(older.id))).toMatchObject({ position: null })
  expect(await admin.get(getPerson, at(newer.id))).toMatchObject({ position: '𠮷田太郎丸 chair' })
  expect((await admin.get(listPersons, { query: { keyword: '𠮷田太郎丸' } })).total).toBe(2)
  expect((await openPairs(admin)).filter(pair => pair.a.name === '𠮷田太郎丸')).toHaveLength(1)
  await expect(admin.get(undoDuplicateBatch, at(done!.id))).rejects.toThrow(/"code":409/)
  await expect(editor.get(undoDuplicateBatch, at(done!.id))).rejects.toThrow(/"code":404/)
})

test('a group marked as different is remembered, and undone except where a user has decided since', async () => {
  const [editor, other] = [await app.as('editor'), await app.as('editor')]
  await twins(['Bo Bergqvist', '姜𤨒姬李', 'Cy Carlqvist'])
  const group = (await groupsOf(editor)).find(each => each.key === key)!
  await editor.get(decideDuplicateGroup, { body: { noun, key, act: 'different', expected: group.count } })
  // Two batches at once: the second finds the same pairs, and each pair is decided once.
  const twice = await editor.call(decideDuplicateGroup, {
    body: { noun, key, act: 'different', expected: group.count },
  })
  await app.drainJobs()
  const batches = (await editor.get(listDuplicateBatches, { query: { noun } })).items
  expect(batches.reduce((sum, each) => sum + each.done, 0)).toBe(group.count)
  expect(twice.status === 200 ? batches[0]?.skipped : group.count).toBe(group.count)
  expect((await groupsOf(editor)).filter(each => each.key === key)).toEqual([])
  const query = { noun, state: 'different', keyword: 'Bergqvist' } as const
  const [pair] = (await editor.get(listDuplicates, { query })).items
  await other.get(decideDuplicate, { ...at(pair!.id), body: { state: 'unsure' } })
  const first = batches.find(each => each.done > 0)!
  await editor.get(undoDuplicateBatch, at(first.id))
  await app.drainJobs()
  const { items } = await editor.get(listDuplicateBatches, { query: { noun } })
  expect(items.find(each => each.id === first.id)).toMatchObject({
    state: 'undone',
    undone: group.count - 1,
    stayed: 1,
  })
})
