import { type SqlBool, sql } from 'kysely'
import { Source, type SourceFilter, sourceFields } from '#contract/source.api.ts'
import { matchesKeyword } from '#server/core/keyword.ts'
import { anyOf, columnsIn, type RecordTable } from '#server/core/table.ts'
import { sourcePolicy } from './source.policy.ts'

export type SourceRow = Omit<Source, 'can'>
export type SourceValues = Partial<Omit<SourceRow, 'id' | 'rev' | 'created_at' | 'updated_at'>>

export const sourceTable: RecordTable<SourceRow, SourceFilter> = {
  name: 'source',
  policy: sourcePolicy,
  fields: sourceFields,
  columns: columnsIn('source', Source, ['can']),
  title: 'name',
  sorts: {
    updated_at: [{ column: 'updated_at', type: 'timestamptz' }],
    created_at: [{ column: 'created_at', type: 'timestamptz' }],
    name: [{ column: 'name', type: 'text' }],
  },
  defaultSort: '-updated_at',
  conditions: (_ctx, filter) => [
    filter.keyword && matchesKeyword('source', filter.keyword),
    filter.id && sql<SqlBool>`source.id = any(${filter.id})`,
    filter.kind && anyOf('source.kind', 'text', filter.kind),
    filter.reliability && anyOf('source.reliability', 'text', filter.reliability),
    filter.withdrawn !== undefined && sql<SqlBool>`(source.withdrawn_at is not null) = ${filter.withdrawn}`,
    filter.owner && anyOf('source.owner', 'bigint', filter.owner),
    filter.restricted !== undefined &&
      sql<SqlBool>`(source.read_user <> '{}' or source.write_user <> '{}') = ${filter.restricted}`,
  ],
}
