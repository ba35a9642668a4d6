import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { entityNames, mergeEntities, partyEntities, recordEntities } from '#contract/registry.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

/** Triggers of single tables beyond those of every entity, by the trigger's name without its table. */
const own: Record<string, readonly string[]> = {
  event: ['refuse_struck', 'text_delete', 'text_insert', 'text_truncate', 'text_update'],
  og: ['duplicate_open'],
  report: ['refuse_struck', 'search_withdraw', 'text_delete', 'text_insert', 'text_truncate', 'text_update'],
  source: ['check_facts', 'claim_keep'],
}

const capabilities = (name: string) => ({
  has_facts: entityNames.some(each => each === name),
  is_merged: mergeEntities.some(each => each === name),
  is_party: partyEntities.some(each => each === name),
})

const triggersOf = async (table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select tgname as name from pg_trigger
    where tgrelid = ${table}::regclass and not tgisinternal order by 1`.execute(app.db)
  return rows.map(({ name }) => name.replace(`${table}_`, '')).toSorted()
}

/** The triggers that the database installs for a table with these capabilities. */
async function triggersFor(kind: string, of: ReturnType<typeof capabilities>): Promise<string[]> {
  await sql`create table ${sql.table(kind)} (id bigint primary key, rev integer, name text, aliases text[], owner bigint,
    read_user bigint[], write_user bigint[], deleted_at timestamptz, merged_into bigint, updated_at timestamptz)`.execute(
    app.db,
  )
  if (of.is_party)
    await sql`create function screened_fields(party ${sql.table(kind)}) returns jsonb language sql immutable
      as $$ select to_jsonb(party.name) $$`.execute(app.db)
  await sql`select install_record_triggers(${kind}, ${of.has_facts}, ${of.is_merged}, ${of.is_party})`.execute(app.db)
  const triggers = await triggersOf(kind)
  await sql`delete from entity_type where name = ${kind}`.execute(app.db)
  return triggers
}

test('the registry of the database lists the entities of the contract', async () => {
  const { rows } = await sql`select * from entity_type order by name`.execute(app.db)
  const expected = recordEntities.map(name => ({ name, ...capabilities(name) }))
  expect(rows).toEqual(expected.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
})

test('the table of each entity carries every trigger of its capabilities', async () => {
  for (const name of recordEntities) {
    const expected = [...(await triggersFor(`new_${name}`, capabilities(name))), ...(own[name] ?? [])]
    expect([name, await triggersOf(name)]).toEqual([name, expected.toSorted()])
  }
})

test('a new entity enters search, duplicates, screening, and the keyword index with its first row', async () => {
  await triggersFor('sample_entity', { has_facts: true, is_merged: true, is_party: true })
  await sql`insert into sample_entity (id, rev, name, aliases) values (7, 1, 'Ever Given', '{}')`.execute(app.db)
  for (const queue of ['search_queue', 'duplicate_queue', 'screening_queue', 'record_change']) {
    const { rows } = await sql`select record_id from ${sql.table(queue)} where noun = 'sample_entity'`.execute(app.db)
    expect([queue, rows]).toEqual([queue, [{ record_id: 7 }]])
  }
})

test('no function of the database lists entities by name', async () => {
  const quoted = recordEntities.map(name => `'${name}'`)
  const { rows } = await sql<{ name: string; body: string }>`select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))`.execute(
    app.db,
  )
  const lists = rows.filter(({ body }) =>
    [...body.matchAll(/(?:\bin \(|array\[)([^)\]]*)/g)].some(
      ([, items]) => quoted.filter(name => items?.includes(name)).length > 1,
    ),
  )
  expect(lists.map(({ name }) => name)).toEqual([])
})
