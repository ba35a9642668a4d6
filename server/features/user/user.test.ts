import { describe, expect, test } from 'vitest'
import { roles } from '#contract/role.ts'
import { info, login } from '#contract/session.api.ts'
import { createUser, deleteUser, getUser, listUsers, updateUser, visibleUsers } from '#contract/user.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const strong = 'quiet-harbour-lantern-7'
const at = (client: { id: number }) => ({ id: String(client.id) })

async function historyOf(id: number) {
  return await app.db
    .selectFrom('history')
    .selectAll()
    .where('noun', '=', 'user')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Disables all administrators except these. */
async function onlyAdmins(...admins: Client[]) {
  await app.db
    .updateTable('user')
    .set({ status: 'disabled' })
    .where('role', '=', 'admin')
    .where(
      'id',
      'not in',
      admins.map(admin => admin.id),
    )
    .execute()
}

describe('an administrator', () => {
  test('creates a user who can sign in, finds, changes and deletes them', async () => {
    const admin = await app.as('admin')
    const user = await admin.get(createUser, {
      body: { username: 'Li.Ming', password: strong, role: 'editor', name: '李明', email: 'ming@team.example' },
    })
    expect(user).toMatchObject({ username: 'Li.Ming', role: 'editor', status: 'active', rev: 1, last_seen_at: null })
    expect((await app.anonymous.call(login, { body: { username: 'li.ming', password: strong } })).status).toBe(200)
    for (const keyword of ['li.m', '李', 'MING@TEAM', '李明 team'])
      expect(
        (await admin.get(listUsers, { query: { keyword } })).items.map(item => item.id),
        keyword,
      ).toEqual([user.id])
    const changed = await admin.get(updateUser, {
      params: at(user),
      body: { rev: 1, role: 'reader', desc: 'left desk' },
    })
    expect(changed).toMatchObject({ rev: 2, role: 'reader', desc: 'left desk', name: '李明' })
    expect(await admin.get(getUser, { params: at(user) })).toEqual(changed)
    await admin.get(deleteUser, { params: at(user), query: { heir: String(admin.id) } })
    expect((await admin.call(getUser, { params: at(user) })).status).toBe(404)
    const history = await historyOf(user.id)
    expect(history.map(entry => entry.act)).toEqual(['create', 'update', 'delete'])
    expect(history[1]).toMatchObject({
      user_id: admin.id,
      username: admin.username,
      changes: expect.arrayContaining([{ field: 'role', from: 'editor', to: 'reader' }]),
    })
    expect(JSON.stringify(history)).not.toMatch(/argon2|quiet-harbour|password_hash/)
  })

  test('filters and sorts users', async () => {
    const admin = await app.as('admin')
    await app.as('device', { username: 'zz-device' })
    await app.as('device', { username: 'aa-device' })
    const found = await admin.get(listUsers, { query: { role: ['device'], status: ['active'], sort: 'username' } })
    expect(found.items.map(item => item.username)).toEqual(['aa-device', 'zz-device'])
    const paged = await admin.get(listUsers, {
      query: { role: ['device'], sort: '-username', pageSize: '1', current: '2' },
    })
    expect(paged).toMatchObject({ total: 2, items: [{ username: 'aa-device' }] })
    for (const sort of ['role', 'status', 'created_at', 'updated_at', '-last_seen_at'] as const)
      expect((await admin.call(listUsers, { query: { sort } })).status).toBe(200)
    expect((await admin.get(listUsers, { query: { keyword: '%' } })).total).toBe(0)
  })

  test('cannot use a name twice, regardless of case and width', async () => {
    const admin = await app.as('admin')
    const body = { password: strong, role: 'reader' as const }
    await admin.get(createUser, { body: { ...body, username: 'Wang.Fang' } })
    for (const username of ['wang.fang', 'WANG.FANG', ' Wang.Fang ', 'Ｗａｎｇ.Ｆａｎｇ']) {
      const answer = await admin.call(createUser, { body: { ...body, username } })
      expect(answer.status, username).toBe(409)
    }
    const other = await admin.get(createUser, { body: { ...body, username: 'other.fang' } })
    expect((await admin.call(updateUser, { params: at(other), body: { username: 'wang.FANG' } })).status).toBe(409)
    const many = await Promise.all(
      Array.from({ length: 6 }, () => admin.call(createUser, { body: { ...body, username: 'at.once' } })),
    )
    expect(many.map(answer => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test.each([
    ['a weak password', { password: 'password1234' }, 'password'],
    ['the name as password', { username: 'somebody.important', password: 'Somebody.Important' }, 'password'],
    ['a password of seven characters', { password: 'x7$kQ!m' }, 'password'],
    ['an unknown role', { role: 'root' }, 'role'],
    ['a name with markup', { username: '<b>x</b>' }, 'username'],
    ['a broken address', { email: 'not an address' }, 'email'],
    ['an avatar that is no picture', { avatar: 'data:image/webp;base64,UklGRAAAAAAA' }, 'avatar'],
    ['a hash from outside', { password_hash: 'x' }, 'password_hash'],
  ])('gets the fault for %s', async (_, fault, path) => {
    const admin = await app.as('admin')
    const body = { username: 'faulty.user', password: strong, role: 'reader', ...fault }
    const answer = await admin.call(createUser, { body: body as never })
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.[0]?.path).toBe(path)
  })

  test('gets the current record when saving a stale one', async () => {
    const admin = await app.as('admin')
    const user = await app.as('reader')
    await admin.get(updateUser, { params: at(user), body: { rev: 1, name: 'theirs' } })
    const answer = await admin.call(updateUser, { params: at(user), body: { rev: 1, name: 'mine' } })
    expect(answer.status).toBe(409)
    expect(answer.body.data).toMatchObject({ name: 'theirs', rev: 2 })
    expect(answer.body.data).not.toHaveProperty('password_hash')
  })
})

describe('an administrator’s change of a user takes effect at once', () => {
  test('a new role applies to open sessions', async () => {
    const admin = await app.as('admin')
    const user = await app.as('reader')
    expect((await user.call(listUsers)).status).toBe(403)
    await admin.get(updateUser, { params: at(user), body: { role: 'admin' } })
    expect((await user.call(listUsers)).status).toBe(200)
    await admin.get(updateUser, { params: at(user), body: { role: 'uploader' } })
    expect((await user.call(visibleUsers)).status).toBe(403)
  })

  test('a disabled user is signed out, and remains so when enabled again', async () => {
    const admin = await app.as('admin')
    const user = await app.as('editor')
    await admin.get(updateUser, { params: at(user), body: { status: 'disabled' } })
    expect((await user.call(info)).status).toBe(401)
    await admin.get(updateUser, { params: at(user), body: { status: 'active' } })
    expect((await user.call(info)).status).toBe(401)
  })

  test('a password set by an administrator ends every session, and only the new one opens another', async () => {
    const admin = await app.as('admin')
    const user = await app.as('editor', { password: 'the-old-password-1' })
    await admin.get(updateUser, { params: at(user), body: { password: strong } })
    expect((await user.call(info)).status).toBe(401)
    const signIn = (password: string) => app.anonymous.call(login, { body: { username: user.username, password } })
    expect((await signIn('the-old-password-1')).status).toBe(401)
    expect((await signIn(strong)).status).toBe(200)
    const [entry] = await historyOf(user.id)
    expect(entry?.changes).toEqual([{ field: 'password', from: null, to: null }])
  })

  test('a deleted user is signed out', async () => {
    const admin = await app.as('admin')
    const user = await app.as('editor')
    await admin.get(deleteUser, { params: at(user), query: { heir: String(admin.id) } })
    expect((await user.call(info)).status).toBe(401)
  })
})

describe('the last active administrator', () => {
  test('cannot be disabled, demoted or deleted', async () => {
    const admin = await app.as('admin')
    const heir = await app.as('editor')
    await onlyAdmins(admin)
    for (const body of [{ status: 'disabled' as const }, { role: 'super_editor' as const }])
      expect((await admin.call(updateUser, { params: at(admin), body })).status).toBe(409)
    expect((await admin.call(deleteUser, { params: at(admin), query: { heir: String(heir.id) } })).status).toBe(409)
    expect((await admin.get(updateUser, { params: at(admin), body: { name: 'Still here' } })).role).toBe('admin')
  })

  test('remains when two administrators demote, disable or delete each other at once', async () => {
    const heir = await app.as('editor')
    const remove = [
      (from: Client, to: Client) => from.call(updateUser, { params: at(to), body: { role: 'reader' } }),
      (from: Client, to: Client) => from.call(updateUser, { params: at(to), body: { status: 'disabled' } }),
      (from: Client, to: Client) => from.call(deleteUser, { params: at(to), query: { heir: String(heir.id) } }),
    ]
    for (const act of remove) {
      const pair = [await app.as('admin'), await app.as('admin')] as const
      await onlyAdmins(...pair)
      const answers = await Promise.all([act(pair[0], pair[1]), act(pair[1], pair[0])])
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
      const left = await app.db
        .selectFrom('user')
        .select('id')
        .where('role', '=', 'admin')
        .where('status', '=', 'active')
        .execute()
      expect(left).toHaveLength(1)
    }
  })
})

describe('users for access lists', () => {
  test('are the active ones whose role may read organisations, without address or phone', async () => {
    const byRole = await Promise.all(roles.map(async role => [role, await app.as(role)] as const))
    const admin = await app.as('admin')
    const gone = await app.as('editor')
    await admin.get(updateUser, { params: at(gone), body: { status: 'disabled' } })
    const reader = await app.as('reader')
    const visible = await reader.get(visibleUsers)
    const ids = visible.map(user => user.id)
    for (const [role, client] of byRole)
      expect(ids.includes(client.id), role).toBe(!['uploader', 'device'].includes(role))
    expect(ids).not.toContain(gone.id)
    expect(Object.keys(visible[0] ?? {}).toSorted()).toEqual(['avatar', 'id', 'name', 'username'])
  })
})
