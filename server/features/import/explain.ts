import type { ImportRow } from '#contract/import.api.ts'
import { changesOf } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { drafter, type ReadingPlan } from './draft.ts'
import type { ExistingRecord, ImportAdapter, ImportValues } from './import.adapter.ts'
import { matchKeyOf, matchValuesOf } from './match.ts'

/** A row as stored; the matched record is added when it is read. */
export type StoredImportRow = Omit<ImportRow, 'record'>
type Importing = ReadingPlan & { locale: Ctx['locale'] }

/** Adds to rows the matched records, as far as the reader may read them now. */
export async function explainRows(
  ctx: Ctx,
  adapter: ImportAdapter,
  importing: Importing,
  rows: readonly StoredImportRow[],
): Promise<ImportRow[]> {
  const { plan, locale } = importing
  const ids = rows.flatMap(row => (matchesRecord(row) && row.record_id !== null ? row.record_id : []))
  const found = ids.length === 0 ? [] : await adapter.find(ctx, { id: ids }, { lock: false })
  const byId = new Map(found.map(each => [each.id, each]))
  const draftOf = drafter(adapter, importing, locale)
  const drafts = rows.map(row => draftOf(row).values)
  await adapter.resolveLinks(ctx, drafts, plan)
  return rows.map((row, n) => {
    const record = matchesRecord(row) ? byId.get(row.record_id ?? 0) : undefined
    const changes = row.verdict === 'new' ? written(drafts[n] ?? {}) : row.changes
    return { ...row, changes, record: record ? explain(record, drafts[n] ?? {}) : null }
  })

  function written(values: ImportValues): ImportRow['changes'] {
    const settled = adapter.settle(values, undefined)
    const empty = (name: string) => adapter.fields.find(field => field.name === name)?.empty
    return changesOf(Object.keys(settled), {}, settled).filter(({ field, to }) => isSet(to, empty(field)))
  }

  function explain(record: ExistingRecord, values: ImportValues): ImportRow['record'] {
    const given = { ...values, ...adapter.settle(values, record.values) }
    const by = matchValuesOf(adapter, plan, values).find(
      ({ field, key }) => key !== undefined && key === matchKeyOf(adapter, record, field),
    )
    return {
      title: String(record.values.name ?? record.values.title ?? `#${record.id}`),
      matched_by: by?.field ?? null,
      left: adapter.fields
        .filter(({ name, empty }) => !(name in given) && isSet(record.values[name], empty))
        .map(({ name }) => name)
        .filter(name => name !== 'id'),
    }
  }
}

/** Whether a field of a record has a value other than its default. */
function isSet(value: unknown, empty: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return JSON.stringify(value) !== JSON.stringify(empty)
}

const matchesRecord = ({ verdict }: StoredImportRow) => verdict === 'changed' || verdict === 'unchanged'
