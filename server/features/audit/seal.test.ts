import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { writeHistory } from '#server/core/history.ts'
import { audit } from '#server/platform/audit.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { both, joinRanges, minus, parseRanges, rangesOf, writeRanges } from './ranges.ts'
import { sealAuditLog } from './seal.ts'
import { verifyAuditLog } from './verify.ts'

const test_ = useTestApp()

const read = (recordId: number) => audit(test_.ctx, { act: 'read', noun: 'person', recordId, detail: { n: recordId } })
const change = (id: number) =>
  writeHistory(test_.ctx, 'og', 'update', [{ id, rev: 2, changes: [{ field: 'name', from: 'a', to: `b${id}` }] }])

/**
 * Tampering by a user with all rights in the database: disables the triggers, runs a statement, enables the triggers.
 */
async function tamper(statement: string): Promise<void> {
  await test_.db.transaction().execute(async db => {
    for (const table of ['audit', 'history', 'audit_seal']) {
      await sql`alter table ${sql.table(table)} disable trigger all`.execute(db)
    }
    await sql.raw(statement).execute(db)
    for (const table of ['audit', 'history', 'audit_seal']) {
      await sql`alter table ${sql.table(table)} enable trigger all`.execute(db)
    }
  })
}

/** The fault that verification finds after tampering; the tampering is rolled back. */
async function faultAfter(statement: string) {
  const undo = new Error('undo')
  let fault: unknown
  await test_.db
    .transaction()
    .execute(async db => {
      for (const table of ['audit', 'history', 'audit_seal'])
        await sql`alter table ${sql.table(table)} disable trigger all`.execute(db)
      await sql.raw(statement).execute(db)
      const inside = {
        ...test_.ctx,
        db: {
          transaction: () => ({
            setIsolationLevel: () => ({
              setAccessMode: () => ({ execute: (work: (db: unknown) => unknown) => work(db) }),
            }),
          }),
        },
      }
      fault = (await verifyAuditLog(inside as never)).fault
      throw undo
    })
    .catch(error => {
      if (error !== undo) throw error
    })
  return fault
}

describe('the audit log', () => {
  test('is append-only: nothing can be changed, deleted or truncated, not even by the owner of the tables or a replication role', async () => {
    await read(1)
    await change(1)
    await sealAuditLog(test_.ctx)
    for (const table of ['audit', 'history', 'audit_seal'])
      for (const statement of [
        `update ${table} set at = at`,
        `delete from ${table}`,
        `truncate ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(sql.raw(statement).execute(test_.db), statement).rejects.toThrow(`${table} can only grow`)
        const asReplica = test_.db.transaction().execute(async db => {
          await sql`set local session_replication_role = replica`.execute(db)
          await sql.raw(statement).execute(db)
        })
        await expect(asReplica, statement).rejects.toThrow(`${table} can only grow`)
      }
    const pretended = test_.db.transaction().execute(async db => {
      await sql`select set_config('og.erasure', '1', true)`.execute(db)
      await sql`update history set changes = '[]', erased_by = 1`.execute(db)
    })
    await expect(pretended).rejects.toThrow('history can only grow')
  })

  test('is sealed once, link by link, and verified', async () => {
    for (let n = 1; n <= 20; n += 1) await (n % 3 ? read(n) : change(n))
    const sealed = await sealAuditLog(test_.ctx)
    expect(sealed).toBeGreaterThanOrEqual(20)
    expect(await sealAuditLog(test_.ctx)).toBe(0)
    await read(21)
    const report = await verifyAuditLog(test_.ctx)
    expect(report).toMatchObject({ fault: null, unsealed: 1 })
    expect(report.entries).toBeGreaterThanOrEqual(sealed)
    await Promise.all(
      [sealAuditLog(test_.ctx), sealAuditLog(test_.ctx), sealAuditLog(test_.ctx)].map(each => each.catch(() => 0)),
    )
    expect(await verifyAuditLog(test_.ctx)).toMatchObject({ fault: null, unsealed: 0, entries: report.entries + 1 })
  })

  test('includes entries of a transaction that ended late, and does not wait for transactions', async () => {
    const pool = openPool(await urlOfTest(), { size: 1 })
    const other = openDb(pool)
    let finish = () => {}
    const mayFinish = new Promise<void>(resolve => {
      finish = resolve
    })
    let begun = () => {}
    const hasBegun = new Promise<void>(resolve => {
      begun = resolve
    })
    const late = other.transaction().execute(async db => {
      await audit({ ...test_.ctx, db }, { act: 'read', noun: 'person', recordId: 77 })
      begun()
      await mayFinish
    })
    await hasBegun
    await read(78)
    expect(await sealAuditLog(test_.ctx)).toBe(1)
    test_.clock.advance(120_000)
    // The id stays open while its transaction may still commit.
    expect(await sealAuditLog(test_.ctx)).toBe(0)
    finish()
    await late
    await pool.end()
    expect(await sealAuditLog(test_.ctx)).toBe(1)
    expect(await verifyAuditLog(test_.ctx)).toMatchObject({ fault: null, unsealed: 0 })
    test_.clock.advance(-120_000)
  })

  test('an id that was drawn and rolled back is closed permanently', async () => {
    const given = test_.db.transaction().execute(async db => {
      await audit({ ...test_.ctx, db }, { act: 'read', noun: 'person', recordId: 5 })
      throw new Error('given back')
    })
    await expect(given).rejects.toThrow('given back')
    await read(6)
    await sealAuditLog(test_.ctx)
    const open = async () =>
      (
        await sql<{ open: string }>`select audit_open::text as open from audit_seal order by id desc limit 1`.execute(
          test_.db,
        )
      ).rows[0]?.open
    const place = (await open())?.match(/\d+/)?.[0]
    expect(place).toBeDefined()
    test_.clock.advance(120_000)
    // Rounds that only close ids: transactions of other tests on the same server delay this while they run.
    const close = async () => {
      await test_.db.transaction().execute(async db => void (await sql`select pg_current_xact_id()`.execute(db)))
      await sealAuditLog(test_.ctx)
      return await open()
    }
    await expect.poll(close).toBe('{}')
    expect(
      await faultAfter(`insert into audit (id, at, username, act, noun, detail, req_id, address, content_hash) overriding system value
        values (${place}, now(), 'nobody', 'read', 'person', '{}', 'r', 'a', sha256('x'))`),
    ).toMatchObject({ kind: 'inserted', trail: 'audit', id: Number(place) })
    expect(await verifyAuditLog(test_.ctx)).toMatchObject({ fault: null })
    test_.clock.advance(-120_000)
  })

  test('verification names the first entry that was changed, removed, or emptied without an erasure, and a link that was changed or removed', async () => {
    for (let n = 30; n < 36; n += 1) await (n % 2 ? read(n) : change(n))
    await sealAuditLog(test_.ctx)
    const idOf = async (table: string, record: number) =>
      (
        await sql<{
          id: number
        }>`select id from ${sql.table(table)} where record_id = ${record} order by id desc limit 1`.execute(test_.db)
      ).rows[0]!.id
    const [one, other] = [await idOf('audit', 31), await idOf('history', 32)]
    const audit_ = { trail: 'audit', id: one }
    const history_ = { trail: 'history', id: other }
    for (const values of [
      "username = 'x'",
      "at = at - interval '1 s'",
      'user_id = 9',
      "address = ''",
      "reason = 'y'",
      `detail = '{"n":0}'`,
      'record_id = 1',
    ])
      expect(await faultAfter(`update audit set ${values} where id = ${one}`), values).toMatchObject({
        kind: 'changed',
        ...audit_,
      })
    for (const values of [
      `changes = '[]'`,
      'rev = 7',
      `changes = '[]', content_hash = sha256('[]')`,
      "noun = 'person'",
    ])
      expect(await faultAfter(`update history set ${values} where id = ${other}`), values).toMatchObject({
        kind: 'changed',
        ...history_,
      })
    expect(await faultAfter(`update history set changes = '[]', erased_by = 5 where id = ${other}`)).toMatchObject({
      kind: 'erased',
      ...history_,
    })
    expect(await faultAfter(`delete from history where id = ${other}`)).toMatchObject({ kind: 'missing', ...history_ })
    expect(await faultAfter(`delete from audit where id in (${one}, ${one} + 1)`)).toMatchObject({
      kind: 'missing',
      ...audit_,
    })
    expect(await faultAfter('update audit_seal set count = count + 1 where id = 1')).toMatchObject({
      kind: 'seal_changed',
      id: 1,
    })
    expect(await faultAfter('delete from audit_seal where id = 1')).toMatchObject({ kind: 'seal_missing', id: 1 })
    expect((await verifyAuditLog(test_.ctx)).fault).toBeNull()
    await tamper(`delete from audit where id = ${one}`)
    expect((await verifyAuditLog(test_.ctx)).fault).toMatchObject({ kind: 'missing', ...audit_ })
  })
})

async function urlOfTest(): Promise<string> {
  const { inject } = await import('vitest')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test_.db)
  return inject('databaseUrl').replace(/postgres$/, rows[0]!.name)
}

describe('ranges of ids', () => {
  test('are parsed and written as in the database, subtracted and joined', () => {
    expect(writeRanges(rangesOf([1, 2, 3, 7, 9, 10]))).toBe('{[1,4),[7,8),[9,11)}')
    expect(parseRanges('{[1,4),[9,10)}')).toEqual([
      [1, 4],
      [9, 10],
    ])
    const all = parseRanges('{[1,10),[20,30)}')
    expect(writeRanges(minus(all, parseRanges('{[2,3),[5,25),[28,40)}')))).toBe('{[1,2),[3,5),[25,28)}')
    expect(writeRanges(both(all, parseRanges('{[2,3),[5,25),[28,40)}')))).toBe('{[2,3),[5,10),[20,25),[28,30)}')
    expect(writeRanges(joinRanges(parseRanges('{[1,3)}'), parseRanges('{[3,5),[7,8)}')))).toBe('{[1,5),[7,8)}')
    expect(writeRanges(minus(all, all))).toBe('{}')
  })
})
