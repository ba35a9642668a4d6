import { describe, expect, test } from 'vitest'
import { createGroup, deleteGroup, updateGroup } from '#contract/group.api.ts'
import { createView, deleteView, listViews, updateView, type View } from '#contract/view.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const state = { search: 'region=CN&sort=-weight', columns: ['name', 'region'] }
const at = (view: { id: number }) => ({ id: String(view.id) })
const namesFor = async (client: Client, noun: View['noun'] = 'og') =>
  (await client.get(listViews, { query: { noun } })).items.map(view => view.name)

describe('saved views', () => {
  test('are visible to their audience', async () => {
    const owner = await app.as('editor')
    const save = (name: string, more: object = {}) =>
      owner.get(createView, { body: { noun: 'og', name, state, ...more } })
    expect(await save('mine')).toMatchObject({ scope: 'private', roles: [], state, can: ['update', 'delete'], rev: 1 })
    await save('for readers', { scope: 'role', roles: ['reader', 'reader'] })
    await save('for all', { scope: 'shared', roles: ['reader'] })
    expect(await namesFor(owner)).toEqual(['for all', 'for readers', 'mine'])
    expect(await namesFor(await app.as('editor'))).toEqual(['for all'])
    expect(await namesFor(await app.as('reader'))).toEqual(['for all', 'for readers'])
    expect(await namesFor(await app.as('super_reader'))).toEqual(['for all'])
    expect(await namesFor(await app.as('admin'))).toEqual(['for all', 'for readers'])
    expect(await namesFor(owner, 'og_cate')).toEqual([])
  })

  test('are changed by their owner and administrators only', async () => {
    const [owner, other, admin] = [await app.as('editor'), await app.as('super_editor'), await app.as('admin')]
    const shared = await owner.get(createView, { body: { noun: 'og', name: 'team', scope: 'shared', state } })
    const own = await owner.get(createView, { body: { noun: 'og', name: 'private', state } })
    const seen = (await other.get(listViews, { query: { noun: 'og' } })).items.find(view => view.id === shared.id)
    expect(seen?.can).toEqual([])
    expect((await other.call(updateView, { params: at(shared), body: { name: 'x' } })).status).toBe(403)
    expect((await other.call(deleteView, { params: at(shared) })).status).toBe(403)
    for (const client of [other, admin]) {
      expect((await client.call(updateView, { params: at(own), body: { name: 'x' } })).status).toBe(404)
      expect((await client.call(deleteView, { params: at(own) })).status).toBe(404)
    }
    const renamed = await admin.get(updateView, { params: at(shared), body: { name: 'whole team', rev: 1 } })
    expect(renamed).toMatchObject({ name: 'whole team', owner: owner.id, rev: 2, scope: 'shared', state })
    expect((await owner.call(updateView, { params: at(shared), body: { name: 'y', rev: 1 } })).status).toBe(409)
    await owner.get(deleteView, { params: at(shared) })
    expect((await owner.call(deleteView, { params: at(shared) })).status).toBe(404)
  })

  test('are only for users who may read the list', async () => {
    for (const [role, noun] of [
      ['uploader', 'og'],
      ['device', 'og_cate'],
      ['super_editor', 'user'],
    ] as const) {
      const client = await app.as(role)
      expect((await client.call(listViews, { query: { noun } })).status).toBe(403)
      expect((await client.call(createView, { body: { noun, name: 'x', state } })).status).toBe(403)
    }
    const former = await app.as('admin')
    const view = await former.get(createView, { body: { noun: 'user', name: 'admins', state } })
    await app.db.updateTable('user').set({ role: 'reader' }).where('id', '=', former.id).execute()
    expect((await former.call(deleteView, { params: at(view) })).status).toBe(404)
  })

  test('have unique names within one list of one owner', async () => {
    const [owner, other] = [await app.as('reader'), await app.as('reader')]
    const save = (client: Client, name: string, noun: View['noun'] = 'og') =>
      client.call(createView, { body: { noun, name, state } })
    const first = await save(owner, 'Weekly')
    expect(first.status).toBe(200)
    expect((await save(owner, 'weekly')).status).toBe(409)
    expect((await save(owner, 'weekly', 'og_cate')).status).toBe(200)
    expect((await save(other, 'weekly')).status).toBe(200)
    const second = await save(owner, 'Monthly')
    expect((await owner.call(updateView, { params: at(second.body.data), body: { name: 'WEEKLY' } })).status).toBe(409)
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => save(owner, 'at once')))
    expect(atOnce.filter(answer => answer.status === 200)).toHaveLength(1)
  })

  test('for roles name a role', async () => {
    const owner = await app.as('editor')
    const answer = await owner.call(createView, { body: { noun: 'og', name: 'none', scope: 'role', state } })
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'roles'])
    const view = await owner.get(createView, { body: { noun: 'og', name: 'some', state } })
    expect((await owner.call(updateView, { params: at(view), body: { scope: 'role' } })).status).toBe(422)
    const shared = await owner.get(updateView, { params: at(view), body: { scope: 'role', roles: ['editor'] } })
    expect(shared.roles).toEqual(['editor'])
  })

  test('have a limited state', async () => {
    const owner = await app.as('reader')
    for (const wrong of [
      { search: 'x'.repeat(4001) },
      { search: '', more: 1 },
      { search: '', columns: ['a'.repeat(61)] },
    ])
      expect((await owner.call(createView, { body: { noun: 'og', name: 'x', state: wrong } })).status).toBe(422)
  })

  test('for groups are seen by their members at that moment, and by administrators', async () => {
    const [owner, member, stranger, admin] = [
      await app.as('editor'),
      await app.as('reader'),
      await app.as('reader'),
      await app.as('admin'),
    ]
    const group = await admin.get(createGroup, { body: { name: 'Analysts', members: [member.id] } })
    const body = { noun: 'person' as const, name: 'for the group', scope: 'group' as const, state }
    const fault = async (groups: number[]) => (await owner.call(createView, { body: { ...body, groups } })).body.errors
    expect(await fault([])).toMatchObject([{ path: 'groups' }])
    expect(await fault([group.id, 987_654_321])).toMatchObject([{ path: 'groups' }])
    const view = await owner.get(createView, { body: { ...body, groups: [group.id, group.id] } })
    expect(view).toMatchObject({ scope: 'group', groups: [group.id], roles: [] })
    const seen = async () =>
      Promise.all([owner, member, stranger, admin].map(async who => (await namesFor(who, 'person')).length))
    expect(await seen()).toEqual([1, 1, 0, 1])
    expect((await member.call(deleteView, { params: at(view) })).status).toBe(403)
    expect((await stranger.call(deleteView, { params: at(view) })).status).toBe(404)
    expect((await member.call(createView, { body: { ...body, groups: [group.id] } })).status).toBe(403)
    await admin.get(updateGroup, { params: at(group), body: { members: [stranger.id] } })
    expect(await seen()).toEqual([1, 0, 1, 1])
    await admin.get(deleteGroup, { params: at(group) })
    expect(await seen()).toEqual([1, 0, 0, 1])
    expect(await owner.get(updateView, { params: at(view), body: { scope: 'private' } })).toMatchObject({ groups: [] })
  })
})
