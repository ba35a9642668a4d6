// Limits of the comparison: everything that a limit leaves out is reported.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getCoverage, getScreeningCoverage } from '#contract/coverage.api.ts'
import { type MatchReply, matchParties } from '#contract/match.api.ts'
import { createPerson, updatePerson } from '#contract/person.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { engineVersion } from '#server/name/name.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { measureScreening } from './coverage.ts'
import { closeEngine } from './screening.service.ts'
import { aList, hitsOn, person, runScreening } from './testing.ts'

const app = useTestApp()
afterAll(closeEngine)

test('a record with more hits than the limit is quarantined, and counts as not compared', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await aList(admin)
  const before = await measureScreening(app.ctx)
  const { id } = await editor.get(createPerson, { body: { name: 'Gundobald Quirinus' } })
  const entries = Array.from({ length: 505 }, (_, n) => person(`e${n}`, 'Gundobald Quirinus'))
  await load(app, admin, list, fileOf(entries))
  const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from screening
    where list_id = ${list.id} and record_id = ${id}`.execute(app.db)
  expect(rows[0]?.kept).toBe(500)
  const quarantined = await app.db.selectFrom('set_aside').select('error').where('key', '=', `person:${id}`).execute()
  expect(quarantined).toMatchObject([{ error: expect.stringContaining('5 entries more') }])
  const after = await measureScreening(app.ctx)
  expect(after.quarantined - before.quarantined).toBe(1)
  const query = { schema: 'Person', properties: { name: ['Gundobald Quirinus'] } }
  const { body } = await editor.call(matchParties, {
    ...{ params: { list: String(list.id) }, query: { limit: 3 } as never, body: { queries: { q: query } } },
  })
  const { responses } = body as unknown as MatchReply
  expect(responses.q).toMatchObject({ total: { value: 505, relation: 'eq' } })
  expect(responses.q?.results).toHaveLength(3)
})

test('records that an older engine compared are compared again by this one, and count as waiting until then', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await aList(admin)
  const { id } = await editor.get(createPerson, { body: { name: 'Radegund Thaumaturga' } })
  await load(app, admin, list, fileOf([person('e', 'Radegund Thaumaturga')]))
  await runScreening(app)
  // The state after a comparison by an engine that could not read the name.
  await app.db.deleteFrom('screening').where('list_id', '=', list.id).execute()
  await sql`update screened_list set engine = ${engineVersion - 1}`.execute(app.db)
  await sql`update screening_basis set lists = (select jsonb_object_agg(key, split_part(value, ':', 1))
    from jsonb_each_text(lists))`.execute(app.db)
  const { lists, oldest_waiting_at } = await measureScreening(app.ctx)
  expect(lists.find(({ id }) => id === list.id)).toMatchObject({ compared: 0 })
  expect(oldest_waiting_at).not.toBeNull()
  await runScreening(app)
  expect((await hitsOn(editor, list)).map(({ record }) => record.id)).toEqual([id])
  const { lists: now } = await measureScreening(app.ctx)
  expect(now.find(({ id }) => id === list.id)).toMatchObject({ waiting: 0 })
})

const letters = [...'bcdfghklmnprstvz']
/** Names that share three words with the query and of which more exist than are compared. */
const crowd = letters.flatMap(a =>
  letters.flatMap(b => letters.slice(0, 10).map(c => `Zerubbabel Hananiah Meshullam ${a}o${b}e${c}`)),
)

test('what is beyond the limit of candidates is counted for names, records and in the report', async () => {
  const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
  const list = await aList(admin)
  const name = 'Zerubbabel Hananiah Meshullam Quent'
  const own = await editor.get(createPerson, { body: { name, read_user: [editor.id] } })
  await load(app, admin, list, fileOf([name, ...crowd].map((each, n) => person(`c${n}`, each))))
  await runScreening(app)
  const uncompared = crowd.length + 1 - 2_000
  const { body: answer } = await editor.call(matchParties, {
    ...{ params: { list: String(list.id) }, query: {} as never },
    body: { queries: { q: { schema: 'Person', properties: { name: [name] } } } },
  })
  expect((answer as unknown as MatchReply).responses.q).toMatchObject({ uncompared })
  const query = { noun: 'person' as const, id: String(own.id) }
  expect(await editor.get(getScreeningCoverage, { query })).toMatchObject({ limited: 1, waiting: 0 })
  expect(await editor.get(getScreeningCoverage)).toMatchObject({ limited: 1 })
  expect(await other.get(getScreeningCoverage)).toMatchObject({ limited: 0 })
  const ofReport = async () => (await admin.get(getCoverage)).screening?.limited
  expect(await ofReport()).toBe(1)
  // A comparison with the whole list by a newer engine, as after an upgrade.
  await sql`update screened_record set uncompared = null`.execute(app.db)
  await sql`update screened_list set engine = ${engineVersion - 1}`.execute(app.db)
  await runScreening(app)
  expect(await ofReport()).toBe(1)
  // Another name has fewer candidates.
  await editor.get(updatePerson, { params: { id: String(own.id) }, body: { name: 'Quentilda Orsolini' } })
  await runScreening(app)
  expect(await ofReport()).toBe(0)
}, 60_000)
