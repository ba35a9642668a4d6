import { type SqlBool, sql } from 'kysely'
import { Og, type OgFilter, ogFields } from '#contract/og.api.ts'
import { countriesOf } from '#contract/region.ts'
import { matchesCustom } from '#server/core/custom.queries.ts'
import { matchesKeywordOrNumber } from '#server/core/keyword.ts'
import { anyOf, columnsIn, type RecordTable } from '#server/core/table.ts'
import { isOwnedBySanctioned } from '#server/features/og_relation/og_relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { ogPolicy } from './og.policy.ts'

/** The columns of one row; `can` is added for its reader. */
export type OgRow = Omit<Og, 'can'>
export type OgValues = Partial<Omit<OgRow, 'id' | 'rev' | 'created_at' | 'updated_at'>>

/** The table definition that every list, form, import and export of organisations uses. */
export const ogTable: RecordTable<OgRow, OgFilter> = {
  name: 'og',
  policy: ogPolicy,
  fields: ogFields,
  json: ['alias_notes', 'identifiers', 'contacts', 'custom'],
  columns: columnsIn('og', Og, ['can']),
  title: 'name',
  sorts: {
    updated_at: [{ column: 'updated_at', type: 'timestamptz' }],
    created_at: [{ column: 'created_at', type: 'timestamptz' }],
    name: [{ column: 'name', type: 'text' }],
    weight: [{ column: 'weight', type: 'smallint' }],
    danger_level: [{ column: 'danger_level', type: 'danger_level' }],
  },
  isOpenIndexed: true,
  defaultSort: '-updated_at',
  conditions: (ctx, filter) => [
    filter.keyword && matchesKeywordOrNumber('og', filter.keyword),
    filter.id && sql<SqlBool>`og.id = any(${filter.id})`,
    filter.category_id && anyOf('og.category_id', 'bigint', filter.category_id),
    filter.region && anyOf('og.region', 'text', filter.region.flatMap(countriesOf)),
    filter.danger_level && anyOf('og.danger_level', 'danger_level', filter.danger_level),
    filter.weight_min !== undefined && sql<SqlBool>`og.weight >= ${filter.weight_min}`,
    filter.weight_max !== undefined && sql<SqlBool>`og.weight <= ${filter.weight_max}`,
    filter.owner && anyOf('og.owner', 'bigint', filter.owner),
    filter.custom && matchesCustom('og', filter.custom),
    filter.has_changes !== undefined && sql<SqlBool>`(og.new_version > og.version) = ${filter.has_changes}`,
    filter.sanctioned_share &&
      isOwnedBySanctioned(ctx, filter.sanctioned_share.includes('possible') ? 'possible' : 'certain'),
    filter.restricted !== undefined &&
      sql<SqlBool>`(og.read_user <> '{}' or og.write_user <> '{}') = ${filter.restricted}`,
  ],
}

/** Whether a live category has this id. */
export async function hasCategory(ctx: Ctx, id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('og_cate')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
