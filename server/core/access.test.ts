import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { editors, ogReaders, type Role, roles, supers } from '#contract/role.ts'
import type { Actor, Ctx } from '#server/platform/ctx.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import {
  type AccessColumns,
  allow,
  keysOf,
  may,
  openAccess,
  type Policy,
  type RecordAction,
  readable,
  readableParts,
  writable,
} from './access.ts'

const policy: Policy = { read: ogReaders, create: editors, update: editors, delete: supers, deleteOwn: ['editor'] }
const me = 7
const other = 8
const mine = 3
const theirs = 4
const actorOf = (role: Role): Actor => ({
  kind: 'user',
  id: me,
  username: 'me',
  role,
  sessionId: 1,
  keys: [me, -mine],
})

const records: Record<string, AccessColumns> = {
  open: { ...openAccess, owner: other },
  mine: { ...openAccess, owner: me, read_user: [other], write_user: [other] },
  'readable by me': { ...openAccess, owner: other, read_user: [me] },
  'readable by others': { ...openAccess, owner: other, read_user: [other] },
  'writable by me': { ...openAccess, owner: other, read_user: [other], write_user: [me] },
  'writable by others': { ...openAccess, owner: other, write_user: [other] },
  'closed to me': { ...openAccess, owner: other, read_user: [other], write_user: [other] },
  'without owner': { ...openAccess, owner: null, read_user: [other], write_user: [other] },
  'readable by my group': { ...openAccess, owner: other, read_group: [theirs, mine] },
  'readable by another group': { ...openAccess, owner: other, read_group: [theirs] },
  'writable by my group': { ...openAccess, owner: other, read_user: [other], write_group: [mine] },
  'writable by another group': { ...openAccess, owner: other, write_group: [theirs] },
}

/** Acts of each role on each record: r read, u update, d delete. */
const table: Record<string, Partial<Record<Role, string>>> = {
  open: { admin: 'rud', super_editor: 'rud', editor: 'ru', super_reader: 'r', reader: 'r' },
  mine: { admin: 'rud', super_editor: 'rud', editor: 'rud', super_reader: 'r', reader: 'r' },
  'readable by me': { admin: 'rud', super_editor: 'rud', editor: 'ru', super_reader: 'r', reader: 'r' },
  'readable by others': { admin: 'rud' },
  'writable by me': { admin: 'rud', super_editor: 'rud', editor: 'ru', super_reader: 'r', reader: 'r' },
  'writable by others': { admin: 'rud', super_editor: 'r', editor: 'r', super_reader: 'r', reader: 'r' },
  'closed to me': { admin: 'rud' },
  'without owner': { admin: 'rud' },
  'readable by my group': { admin: 'rud', super_editor: 'rud', editor: 'ru', super_reader: 'r', reader: 'r' },
  'readable by another group': { admin: 'rud' },
  'writable by my group': { admin: 'rud', super_editor: 'rud', editor: 'ru', super_reader: 'r', reader: 'r' },
  'writable by another group': { admin: 'rud', super_editor: 'r', editor: 'r', super_reader: 'r', reader: 'r' },
}
const acts: [string, RecordAction][] = [
  ['r', 'read'],
  ['u', 'update'],
  ['d', 'delete'],
]

describe.each(Object.keys(records))('a record that is %s', name => {
  const row = records[name]!
  test.each(roles)('lets a %s act as the table defines', role => {
    const letters = acts.filter(([, act]) => may(policy, actorOf(role), act, row)).map(([letter]) => letter)
    expect(letters.join('')).toBe(table[name]?.[role] ?? '')
  })
})

describe('the same rule as SQL', () => {
  const app = useTestApp()

  test.each(roles)('agrees with the rule for a %s on every record', async role => {
    const ctx: Ctx = { ...app.ctx, actor: actorOf(role) }
    for (const [name, row] of Object.entries(records)) {
      const { rows } = await sql<{ reads: boolean; updates: boolean; deletes: boolean }>`
        select ${readable(policy, ctx, 'og')} as reads, ${writable(policy, ctx, 'update', 'og')} as updates,
          ${writable(policy, ctx, 'delete', 'og')} as deletes
        from (values (${row.owner}::bigint, ${keysOf(row.read_user, row.read_group)}::bigint[], ${keysOf(row.write_user, row.write_group)}::bigint[]))
          as og (owner, read_user, write_user)`.execute(app.db)
      const reported = rows[0]
      expect({ name, r: !!reported?.reads, u: !!reported?.updates, d: !!reported?.deletes }).toEqual({
        name,
        r: may(policy, ctx.actor, 'read', row),
        u: may(policy, ctx.actor, 'update', row),
        d: may(policy, ctx.actor, 'delete', row),
      })
    }
  })

  test.each(roles)('the parts are disjoint and together match the same records, for a %s', async role => {
    const ctx: Ctx = { ...app.ctx, actor: actorOf(role) }
    for (const owned of [policy, { ...policy, read: editors, readOwn: ['reader'] } satisfies Policy])
      for (const [name, row] of Object.entries(records)) {
        const parts = sql.join(
          readableParts(owned, ctx, 'og').map(part => sql`((${part}) is true)::int`),
          sql` + `,
        )
        const { rows } = await sql<{ parts: number }>`select ${parts} as parts
          from (values (${row.owner}::bigint, ${keysOf(row.read_user, row.read_group)}::bigint[], ${keysOf(row.write_user, row.write_group)}::bigint[]))
            as og (owner, read_user, write_user)`.execute(app.db)
        expect({ name, parts: rows[0]?.parts }).toEqual({ name, parts: may(owned, ctx.actor, 'read', row) ? 1 : 0 })
      }
  })
})

test('an unreadable record is not found; a record that is only readable is forbidden to change', () => {
  expect(() => allow(policy, actorOf('editor'), 'update', records['closed to me'])).toThrow('not_found')
  expect(() => allow(policy, actorOf('editor'), 'update', undefined)).toThrow('not_found')
  expect(() => allow(policy, actorOf('editor'), 'update', records['writable by others'])).toThrow('forbidden')
})
