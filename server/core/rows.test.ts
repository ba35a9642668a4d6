import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyOf } from '#contract/field.ts'
import { schemas } from '#contract/schemas.ts'
import { eventTable } from '#server/features/event/event.queries.ts'
import { ogTable } from '#server/features/og/og.queries.ts'
import { personTable } from '#server/features/person/person.queries.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { groupFields } from './access.ts'

const app = useTestApp()
const fields = { og: ogTable.fields, person: personTable.fields, event: eventTable.fields }
const given = { og: { name: 'New' }, person: { name: 'New' }, event: { title: 'New', start_time: '2026' } }

test.each(['og', 'person', 'event'] as const)(
  'fields of a new %s that a file leaves empty get the default of the column',
  async noun => {
    const empty = Object.entries(emptyOf(schemas[noun])).filter(
      ([name]) =>
        (fields[noun] as readonly string[]).includes(name) &&
        !(name in given[noun]) &&
        !(groupFields as readonly string[]).includes(name),
    )
    expect(empty.length).toBeGreaterThan(5)
    const { rows } = await sql<Record<string, unknown>>`insert into ${sql.table(noun)}
    (${sql.join(Object.keys(given[noun]).map(name => sql.ref(name)))}) values (${sql.join(Object.values(given[noun]))})
    returning *`.execute(app.db)
    expect(Object.fromEntries(empty.map(([name]) => [name, rows[0]?.[name]]))).toEqual(Object.fromEntries(empty))
  },
)
