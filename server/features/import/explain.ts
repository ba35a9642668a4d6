import type { ImportPlan, ImportRow } from '#contract/import.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { constantsOf, draftOf } from './judge.ts'
import type { Found, ImportKit } from './kit.ts'
import { wanted } from './match.ts'

/** A row as it is stored; what it means of a record is told when it is read. */
export type StoredRow = Omit<ImportRow, 'record'>
type Importing = { plan: ImportPlan; locale: Ctx['locale'] }

/** Rows with the records that they were found to mean, as the reader may know those now. */
export async function explainRows(
  ctx: Ctx,
  kit: ImportKit,
  { plan, locale }: Importing,
  rows: readonly StoredRow[],
): Promise<ImportRow[]> {
  const ids = rows.flatMap(row => (isFound(row) && row.record_id !== null ? row.record_id : []))
  const found = ids.length === 0 ? [] : await kit.find(ctx, { id: ids }, { lock: false })
  const byId = new Map(found.map(each => [each.id, each]))
  const constants = constantsOf(kit, plan, locale)
  return rows.map(row => {
    const record = isFound(row) ? byId.get(row.record_id ?? 0) : undefined
    return { ...row, record: record ? explain(record, row) : null }
  })

  function explain(record: Found, row: StoredRow): ImportRow['record'] {
    const { values } = draftOf(kit, plan, row, constants, locale)
    const field = plan.match_on.find(name => {
      const value = wanted(kit, values, name)
      return value !== undefined && kit.matchKey(name, value) === kit.matchKey(name, record.values[name])
    })
    return {
      title: String(record.values.name ?? record.values.title ?? `#${record.id}`),
      matched_by: field ?? null,
      left: kit.fields
        .filter(({ name, empty }) => !(name in values) && isSet(record.values[name], empty))
        .map(({ name }) => name)
        .filter(name => name !== 'id'),
    }
  }
}

/** Whether somebody gave a field of a record a value. */
function isSet(value: unknown, empty: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return JSON.stringify(value) !== JSON.stringify(empty)
}

const isFound = ({ verdict }: StoredRow) => verdict === 'changed' || verdict === 'unchanged'
