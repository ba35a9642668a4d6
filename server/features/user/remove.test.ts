import { describe, expect, test } from 'vitest'
import { getOg, listOgHistory } from '#contract/og.api.ts'
import { deleteUser } from '#contract/user.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { anOg } from '../og/factory.ts'

const app = useTestApp()
const at = (client: { id: number }) => ({ id: String(client.id) })
const remove = (admin: Client, user: { id: number }, heir: { id: number }) =>
  admin.call(deleteUser, { params: at(user), query: { heir: String(heir.id) } })

async function accessOf(id: number) {
  return await app.db
    .selectFrom('og')
    .select(['owner', 'read_user', 'write_user', 'rev'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

describe('deleting a user', () => {
  test('transfers their records to the heir, including the trash, and records it in the history', async () => {
    const [admin, user, heir] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
    const og = await anOg(app.ctx, { owner: user.id, read_user: [user.id] })
    const trashed = await anOg(app.ctx, { owner: user.id })
    await app.db.updateTable('og').set({ deleted_at: '2026-01-01T00:00:00Z' }).where('id', '=', trashed.id).execute()
    const category = await app.db
      .insertInto('og_cate')
      .values({ name: `owned by ${user.username}`, owner: user.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await heir.call(getOg, { params: at(og) })).status).toBe(404)
    expect((await remove(admin, user, heir)).status).toBe(200)
    expect(await heir.get(getOg, { params: at(og) })).toMatchObject({ owner: heir.id, read_user: [heir.id], rev: 2 })
    expect((await accessOf(trashed.id)).owner).toBe(heir.id)
    const cate = await app.db.selectFrom('og_cate').select('owner').where('id', '=', category.id).executeTakeFirst()
    expect(cate?.owner).toBe(heir.id)
    const history = await heir.get(listOgHistory, { params: at(og) })
    expect(history.items[0]).toMatchObject({
      act: 'update',
      user_id: admin.id,
      changes: [
        { field: 'owner', from: user.id, to: heir.id },
        { field: 'read_user', from: [user.id], to: [heir.id] },
      ],
    })
  })

  test('removes them from access lists without opening a record to all', async () => {
    const [admin, user, heir] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
    const [owner, friend, stranger] = [await app.as('editor'), await app.as('reader'), await app.as('reader')]
    const shared = await anOg(app.ctx, { owner: owner.id, read_user: [user.id, friend.id], write_user: [user.id] })
    const only = await anOg(app.ctx, { owner: owner.id, read_user: [user.id, user.id] })
    const open = await anOg(app.ctx, { owner: owner.id })
    await remove(admin, user, heir)
    expect(await accessOf(shared.id)).toMatchObject({
      owner: owner.id,
      read_user: [friend.id],
      write_user: [heir.id],
    })
    expect(await accessOf(only.id)).toMatchObject({ owner: owner.id, read_user: [heir.id], write_user: [] })
    expect(await accessOf(open.id)).toMatchObject({ read_user: [], rev: 1 })
    for (const og of [shared, only]) expect((await stranger.call(getOg, { params: at(og) })).status).toBe(404)
    expect((await friend.call(getOg, { params: at(shared) })).status).toBe(200)
  })

  test('requires an heir who exists, is active, may read, and is another person', async () => {
    const [admin, user] = [await app.as('admin'), await app.as('editor')]
    const og = await anOg(app.ctx, { owner: user.id })
    const disabled = await app.as('editor')
    await app.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', disabled.id).execute()
    for (const heir of [user, disabled, await app.as('device'), await app.as('uploader'), { id: 987654321 }]) {
      const answer = await remove(admin, user, heir)
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'heir'])
    }
    const without = await app.app.inject({
      method: 'DELETE',
      url: `/v1/user/${user.id}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(without.statusCode).toBe(409)
    expect((await accessOf(og.id)).owner).toBe(user.id)
    expect((await remove(admin, { id: 987654321 }, admin)).status).toBe(404)
  })

  test('twice at once, or with each other as heir, loses no record', async () => {
    const admin = await app.as('admin')
    const [a, b] = [await app.as('editor'), await app.as('editor')]
    const ogs = [await anOg(app.ctx, { owner: a.id }), await anOg(app.ctx, { owner: b.id })]
    const crossed = await Promise.all([remove(admin, a, b), remove(admin, b, a)])
    expect(crossed.map(answer => answer.status).toSorted()).toEqual([200, 422])
    const left = crossed[0]?.status === 200 ? b : a
    for (const og of ogs) expect((await accessOf(og.id)).owner).toBe(left.id)
    const twice = await Promise.all([remove(admin, left, admin), remove(admin, left, admin)])
    expect(twice.map(answer => answer.status).toSorted()).toEqual([200, 404])
    for (const og of ogs) expect((await accessOf(og.id)).owner).toBe(admin.id)
  })

  test('retains views that others see and deletes private ones', async () => {
    const [admin, user, heir] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
    const view = (owner: number, name: string, scope: string) =>
      app.db.insertInto('saved_view').values({ noun: 'og', name, scope, owner, state: '{"search":""}' }).execute()
    await view(heir.id, 'Weekly', 'private')
    await view(user.id, 'weekly', 'shared')
    await view(user.id, 'Mine', 'private')
    await remove(admin, user, heir)
    const views = await app.db
      .selectFrom('saved_view')
      .select(['name', 'scope'])
      .where('owner', '=', heir.id)
      .orderBy('id')
      .execute()
    expect(views).toEqual([
      { name: 'Weekly', scope: 'private' },
      { name: expect.stringMatching(/^weekly #\d+$/), scope: 'shared' },
    ])
  })
})

describe('without an heir', () => {
  const removeAlone = (admin: Client, user: { id: number }) => admin.call(deleteUser, { params: at(user) })

  test('a user who owns nothing is deleted, and removed from lists with other users', async () => {
    const [admin, user, other] = [await app.as('admin'), await app.as('editor'), await app.as('reader')]
    const og = await anOg(app.ctx, { read_user: [user.id, other.id] })
    expect((await removeAlone(admin, user)).status).toBe(200)
    expect(await admin.get(getOg, { params: at(og) })).toMatchObject({ read_user: [other.id] })
    expect((await removeAlone(admin, user)).status).toBe(404)
  })

  test('a user who owns records, or is the only reader of some, stays, and the answer counts those records', async () => {
    const [admin, user] = [await app.as('admin'), await app.as('editor')]
    await anOg(app.ctx, { owner: user.id })
    const only = await anOg(app.ctx, { read_user: [user.id] })
    const answer = await removeAlone(admin, user)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain('still owns: 2')
    expect(await admin.get(getOg, { params: at(only) })).toMatchObject({ read_user: [user.id] })
  })
})
