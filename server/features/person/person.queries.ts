import { type SqlBool, sql } from 'kysely'
import { Person, type PersonFilter, personOwnFields } from '#contract/person.api.ts'
import { countriesOf } from '#contract/region.ts'
import { readable } from '#server/core/access.ts'
import { matchesCustom } from '#server/core/custom.queries.ts'
import { matchesKeywordOrNumber } from '#server/core/keyword.ts'
import { anyOf, columnsIn, type RecordTable } from '#server/core/table.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import { personPolicy } from './person.policy.ts'

/** The columns of one row; links and `can` are added for its reader. */
export type PersonRow = Omit<Person, 'can' | 'ogs' | 'memberships' | 'relations'>
export type PersonValues = Partial<Omit<PersonRow, 'id' | 'rev' | 'created_at' | 'updated_at'>>

/** The table definition that every list, form, import and export of persons uses. */
export const personTable: RecordTable<PersonRow, PersonFilter> = {
  name: 'person',
  policy: personPolicy,
  fields: personOwnFields,
  json: ['alias_notes', 'education', 'identifiers', 'contacts', 'custom'],
  columns: columnsIn('person', Person, ['can', 'ogs', 'memberships', 'relations']),
  title: 'name',
  sorts: {
    updated_at: [{ column: 'updated_at', type: 'timestamptz' }],
    created_at: [{ column: 'created_at', type: 'timestamptz' }],
    name: [{ column: 'name', type: 'text' }],
    score: [{ column: 'score', type: 'smallint' }],
    is_focus: [
      { column: 'is_focus', type: 'boolean' },
      { column: 'updated_at', type: 'timestamptz' },
    ],
  },
  isOpenIndexed: true,
  defaultSort: '-is_focus',
  conditions: (ctx, filter) => [
    filter.keyword && matchesKeywordOrNumber('person', filter.keyword),
    filter.id && sql<SqlBool>`person.id = any(${filter.id})`,
    filter.is_focus !== undefined && sql<SqlBool>`person.is_focus = ${filter.is_focus}`,
    filter.region && anyOf('person.region', 'text', filter.region.flatMap(countriesOf)),
    filter.label && sql<SqlBool>`person.labels && ${filter.label}::text[]`,
    // A filter by an organisation that the reader may not read finds no one.
    filter.og &&
      sql<SqlBool>`person.id in (select membership.person_id from membership join og on og.id = membership.og_id
        where ${anyOf('membership.og_id', 'bigint', filter.og)} and og.deleted_at is null and ${readable(ogPolicy, ctx, 'og')})`,
    filter.score_min !== undefined && sql<SqlBool>`person.score >= ${filter.score_min}`,
    filter.score_max !== undefined && sql<SqlBool>`person.score <= ${filter.score_max}`,
    filter.owner && anyOf('person.owner', 'bigint', filter.owner),
    filter.custom && matchesCustom('person', filter.custom),
    filter.has_og_names !== undefined && sql<SqlBool>`(person.og_names <> '{}') = ${filter.has_og_names}`,
    filter.restricted !== undefined &&
      sql<SqlBool>`(person.read_user <> '{}' or person.write_user <> '{}') = ${filter.restricted}`,
  ],
}
