import { expect, test } from 'vitest'
import * as group from '#contract/group.api.ts'
import { createOg, getOg, listOgHistory, listOgs, updateOg } from '#contract/og.api.ts'
import { search } from '#contract/search.api.ts'
import { info } from '#contract/session.api.ts'
import { updateUser } from '#contract/user.api.ts'
import { indexQueuedRecords } from '#server/features/search/search.service.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

async function aGroup(admin: Awaited<ReturnType<typeof app.as>>, body: Partial<group.NewGroup> = {}) {
  return await admin.get(group.createGroup, { body: { name: `组 ${crypto.randomUUID().slice(0, 8)}`, ...body } })
}

test('a group on an access list gives and takes access with its membership, at once', async () => {
  const admin = await app.as('admin')
  const editor = await app.as('editor')
  const member = await app.as('editor')
  const outsider = await app.as('reader')
  const team = await aGroup(admin, { members: [member.id] })
  const og = await editor.get(createOg, { body: { name: '仅组内可见', read_group: [team.id] } })
  expect(og).toMatchObject({ read_user: [], read_group: [team.id], write_group: [] })

  const seenBy = async (who: typeof member) => {
    const one = await who.call(getOg, { params: { id: String(og.id) } })
    const list = await who.get(listOgs, { query: { id: String(og.id), current: 1, pageSize: 10 } })
    return [one.status, list.total]
  }
  expect(await seenBy(member)).toEqual([200, 1])
  expect(await seenBy(editor)).toEqual([200, 1])
  expect(await seenBy(outsider)).toEqual([404, 0])

  await admin.get(group.updateGroup, { params: { id: String(team.id) }, body: { members: [outsider.id] } })
  expect(await seenBy(member)).toEqual([404, 0])
  expect(await seenBy(outsider)).toEqual([200, 1])
})

test('a group on the write list may change the record, a reader in it may not', async () => {
  const admin = await app.as('admin')
  const owner = await app.as('editor')
  const member = await app.as('editor')
  const other = await app.as('editor')
  const reader = await app.as('reader')
  const team = await aGroup(admin, { members: [member.id, reader.id] })
  const og = await owner.get(createOg, { body: { name: '组内可改', write_group: [team.id] } })
  const change = (who: typeof member) =>
    who.call(updateOg, { body: { id: og.id, desc: `by ${who.id}` } }).then(({ status }) => status)
  expect(await change(member)).toBe(200)
  expect(await change(other)).toBe(403)
  expect(await change(reader)).toBe(403)
})

test('lists of users and of groups are changed apart, and the history names both', async () => {
  const admin = await app.as('admin')
  const editor = await app.as('editor')
  const reader = await app.as('reader')
  const team = await aGroup(admin)
  const og = await editor.get(createOg, { body: { name: '两份名单', read_user: [reader.id] } })
  const both = await editor.get(updateOg, { body: { id: og.id, read_group: [team.id] } })
  expect(both).toMatchObject({ read_user: [reader.id], read_group: [team.id] })
  const onlyGroup = await editor.get(updateOg, { body: { id: og.id, read_user: [] } })
  expect(onlyGroup).toMatchObject({ read_user: [], read_group: [team.id] })
  expect((await reader.call(getOg, { params: { id: String(og.id) } })).status).toBe(404)
  const history = await editor.get(listOgHistory, {
    params: { id: String(og.id) },
    query: { current: 1, pageSize: 10 },
  })
  expect(history.items.map(entry => entry.changes)).toMatchObject([
    [{ field: 'read_user', from: [reader.id], to: [] }],
    [{ field: 'read_group', from: [], to: [team.id] }],
    expect.any(Array),
  ])
})

test('a group that does not exist is refused', async () => {
  const editor = await app.as('editor')
  const answer = await editor.call(createOg, { body: { name: '错误的组', write_group: [987_654] } })
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'write_group' }] } })
})

test('search finds a record for the members of a group only', async () => {
  const admin = await app.as('admin')
  const editor = await app.as('editor')
  const member = await app.as('reader')
  const team = await aGroup(admin, { members: [member.id] })
  const og = await editor.get(createOg, { body: { name: '璇玑群组检索', read_group: [team.id] } })
  await indexQueuedRecords(app.ctx)
  const found = async (who: typeof member) =>
    (await who.get(search, { query: { keyword: '璇玑群组检索' } })).items.map(item => item.id)
  expect(await found(member)).toEqual([og.id])
  await admin.get(group.updateGroup, { params: { id: String(team.id) }, body: { members: [] } })
  expect(await found(member)).toEqual([])
})

test('a role of a group applies if it is higher than the own one, and ends with it', async () => {
  const admin = await app.as('admin')
  const user = await app.as('reader')
  const roleOf = async () => (await user.get(info)).role
  const editors = await aGroup(admin, { role: 'editor', members: [user.id] })
  expect(await roleOf()).toBe('editor')
  // The own role changes, the group's stays the higher one.
  await admin.get(updateUser, { params: { id: String(user.id) }, body: { role: 'super_reader' } })
  expect(await roleOf()).toBe('editor')
  await admin.get(group.updateGroup, { params: { id: String(editors.id) }, body: { role: null } })
  expect(await roleOf()).toBe('super_reader')
})

test('the last administrator cannot lose the role with a group', async () => {
  const first = await app.as('admin')
  const second = await app.as('reader')
  const admins = await aGroup(first, { role: 'admin', members: [second.id] })
  const others = await app.db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '<>', second.id)
    .execute()
  for (const { id } of others)
    if (id !== first.id) await first.get(updateUser, { params: { id: String(id) }, body: { role: 'reader' } })
  await second.get(updateUser, { params: { id: String(first.id) }, body: { role: 'reader' } })
  const lost = await second.call(group.updateGroup, { params: { id: String(admins.id) }, body: { members: [] } })
  expect(lost.status).toBe(409)
  expect((await second.call(group.deleteGroup, { params: { id: String(admins.id) } })).status).toBe(409)
  expect((await second.get(info)).role).toBe('admin')
  await second.get(updateUser, { params: { id: String(first.id) }, body: { role: 'admin' } })
})

test('a deleted group opens no record: another takes its place', async () => {
  const admin = await app.as('admin')
  const editor = await app.as('editor')
  const member = await app.as('reader')
  const outsider = await app.as('reader')
  const team = await aGroup(admin, { members: [outsider.id] })
  const heir = await aGroup(admin, { members: [member.id] })
  const og = await editor.get(createOg, { body: { name: '只剩一个组', read_group: [team.id] } })
  const refused = await admin.call(group.deleteGroup, { params: { id: String(team.id) } })
  expect(refused).toMatchObject({ status: 409 })
  await admin.get(group.deleteGroup, { params: { id: String(team.id) }, query: { heir: String(heir.id) } })
  expect(await admin.get(getOg, { params: { id: String(og.id) } })).toMatchObject({ read_group: [heir.id] })
  expect((await member.call(getOg, { params: { id: String(og.id) } })).status).toBe(200)
  expect((await outsider.call(getOg, { params: { id: String(og.id) } })).status).toBe(404)
})

test('names of groups are unique, and a changed group is not overwritten', async () => {
  const admin = await app.as('admin')
  const team = await aGroup(admin, { name: 'Risk' })
  expect((await admin.call(group.createGroup, { body: { name: 'risk' } })).status).toBe(409)
  await admin.get(group.updateGroup, { params: { id: String(team.id) }, body: { desc: 'first', rev: team.rev } })
  const stale = await admin.call(group.updateGroup, {
    params: { id: String(team.id) },
    body: { desc: 'second', rev: team.rev },
  })
  expect(stale).toMatchObject({ status: 409, body: { data: { desc: 'first' } } })
})
