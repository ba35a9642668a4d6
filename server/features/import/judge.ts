import type { HeldChange, ImportPlan, ImportRow } from '#contract/import.api.ts'
import { message } from '#contract/message.ts'
import { changesOf, columnOf, patchOf } from '#server/core/history.ts'
import {
  type ConflictingValue,
  type ImportId,
  isApplied,
  withholdChanges,
} from '#server/features/import_choice/import_choice.service.ts'
import { findForeignKeys, findKeys, findKeysOf } from '#server/features/source/source.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ImportFault, RowDraft } from './draft.ts'
import type { ExistingRecord, ImportAdapter, ImportValues, LinkedOg, MissingRecord } from './import.adapter.ts'
import {
  claimMatch,
  type EarlierRows,
  indexExisting,
  type MatchIndex,
  type MatchValue,
  matchKeysOf,
  matchOf,
  matchValuesOf,
} from './match.ts'
import { sentence } from './sentences.ts'

/** The field whose values have a meaning only within their source. */
const field = 'external_id'

/**
 * Records that match a file's keys, with the ids that its source uses in place of those that others gave: ids of two
 * sources are unrelated. A record that its source knows by several of the wanted ids is returned once for each.
 */
async function findInSource(
  ctx: Ctx,
  adapter: ImportAdapter,
  sourceId: number | null,
  keys: Record<string, unknown[]>,
  options: { lock: boolean },
): Promise<ExistingRecord[]> {
  const wanted = [...new Set((keys[field] ?? []).map(String))]
  const ofSource = await findKeys(ctx, sourceId, adapter.noun, wanted)
  const found = await adapter.find(ctx, { ...keys, id: [...(keys.id ?? []), ...ofSource.values()] }, options)
  const ids = found.map(each => each.id)
  const known = await findKeysOf(ctx, sourceId, adapter.noun, ids)
  const columns = found.flatMap(({ values }) => (typeof values[field] === 'string' ? [values[field]] : []))
  const foreign = await findForeignKeys(ctx, sourceId, adapter.noun, ids, [...new Set(columns)])
  return found.flatMap((each): ExistingRecord[] => {
    const column = each.values[field]
    const isForeign = typeof column === 'string' && foreign.has(`${each.id} ${column}`)
    const own = known.get(each.id) ?? []
    const meant = wanted.filter(key => ofSource.get(key) === each.id)
    // An id that the source gave to one record matches no other record, whatever the column contains.
    const isTaken = typeof column === 'string' && ofSource.has(column) && ofSource.get(column) !== each.id
    const plain = isForeign || isTaken ? null : (column ?? null)
    const here = meant.length > 0 ? meant : own.length > 0 ? own.slice(0, 1) : [plain]
    return here.map(id => ({ ...each, values: { ...each.values, [field]: id } }))
  })
}

export type RowVerdict = NonNullable<ImportRow['verdict']>

/** Effect of one row. */
export type JudgedRow = {
  n: number
  verdict: RowVerdict
  faults: ImportFault[]
  changes: HeldChange[]
  found: ExistingRecord | undefined
  values: ImportValues
  /** The values of the row itself, before they are merged with those of the record. */
  ownValues: ImportValues
  /**
   * Values that differ from those of other sources, and fields for which the importer chose another value than the
   * rule.
   */
  differing?: ConflictingValue[]
  decided?: string[]
}

/** `choicesOf`: the import whose decisions apply when it is written. */
type Options = { lock: boolean; choicesOf?: ImportId }

/** Matches rows with records and computes the effect of each row. Writes nothing. */
export async function judge(
  ctx: Ctx,
  adapter: ImportAdapter,
  plan: ImportPlan,
  drafts: readonly RowDraft[],
  seen: EarlierRows,
  options: Options,
): Promise<{ judged: JudgedRow[]; missing: MissingRecord[]; linked: LinkedOg[] }> {
  await adapter.resolveLinks(
    ctx,
    drafts.map(draft => draft.values),
    plan,
  )
  const linked = adapter.linked?.(drafts.map(draft => draft.values)) ?? []
  const wanted = drafts.map(draft => matchValuesOf(adapter, plan, draft.values))
  const found = await findInSource(ctx, adapter, plan.source_id ?? null, matchKeysOf(plan, wanted), options)
  const index = indexExisting(adapter, plan, found, seen.created)
  const judged = await findHeldValues(
    ctx,
    adapter,
    plan,
    drafts.map((draft, n) => verdictOf(ctx, adapter, { draft, wanted: wanted[n]! }, index, seen)),
    options.choicesOf,
  )
  const writes = judged.filter(row => row.verdict === 'new' || row.verdict === 'changed')
  return {
    judged,
    missing: await adapter.resolveLinks(
      ctx,
      writes.map(row => row.values),
      plan,
    ),
    linked,
  }
}

/** Holds back changes to values that a person decided or better sources support: they are not written. */
async function findHeldValues(
  ctx: Ctx,
  adapter: ImportAdapter,
  plan: ImportPlan,
  judged: JudgedRow[],
  choicesOf: ImportId | undefined,
): Promise<JudgedRow[]> {
  const changed = judged.filter(each => each.verdict === 'changed')
  const withheld = await withholdChanges(
    ctx,
    adapter.noun,
    plan,
    changed.map(each => ({ record_id: each.found?.id ?? 0, changes: each.changes })),
    choicesOf,
  )
  const after = new Map(changed.map((each, n) => [each, withheld[n]!]))
  return judged.map(each => {
    const of = after.get(each)
    if (!of) return each
    const { changes: left, differing, decided } = of
    const made = new Set(left.filter(isApplied).map(({ field }) => columnOf(field)))
    const values = Object.fromEntries(Object.entries(each.values).filter(([field]) => made.has(field)))
    // Custom fields share one column, of which some may be held back and others not.
    if (made.has('custom'))
      Object.assign(
        values,
        patchOf(
          { custom: each.found?.values.custom ?? {} },
          left.filter(isApplied).filter(({ field }) => columnOf(field) === 'custom'),
        ),
      )
    return { ...each, changes: left, values, verdict: left.length > 0 ? 'changed' : 'unchanged', differing, decided }
  })
}

function verdictOf(
  ctx: Ctx,
  adapter: ImportAdapter,
  { draft, wanted }: { draft: RowDraft; wanted: readonly MatchValue[] },
  index: MatchIndex,
  seen: EarlierRows,
): JudgedRow {
  const { row, faults } = draft
  const wrong = (found?: ExistingRecord): JudgedRow => ({
    n: row.n,
    verdict: 'wrong',
    faults,
    changes: [],
    found,
    values: {},
    ownValues: {},
  })
  const fault = (text: string, found?: ExistingRecord, verdict: RowVerdict = 'wrong'): JudgedRow => {
    faults.push({ field: null, value: '', message: text })
    return { ...wrong(found), verdict }
  }
  const match = matchOf(adapter, wanted, index)
  const first = claimMatch(wanted, match.found, row.n, seen)
  if (first !== undefined) return fault(sentence('row_repeated', ctx.locale, { row: first }), undefined, 'repeated')
  if (match.ambiguous) {
    const ids = match.ambiguous.slice(0, 5).map(found => `#${found.id}`)
    return fault(sentence('row_ambiguous', ctx.locale, { ids: ids.join(', ') }))
  }
  const { found } = match
  if (found && !found.isWritable) return fault(sentence('row_forbidden', ctx.locale), found)
  if (!found) {
    const lacking = adapter.fields.filter(field => field.required && draft.values[field.name] === undefined)
    for (const field of lacking)
      if (!faults.some(each => each.field === field.name))
        faults.push({ field: field.name, value: '', message: message('required', ctx.locale) })
    if (lacking.length > 0) return wrong()
  }
  if (draft.isWrong) return wrong(found)
  const values = adapter.settle(withNote(adapter, draft, found), found?.values)
  // An id that another source or the team gave stays; the file's id is stored separately.
  if (found?.stored.external_id && found.stored.external_id !== found.values.external_id) delete values.external_id
  const refused = adapter.refuses?.(values, found?.values)
  if (refused) {
    const { field, code } = refused
    faults.push({ field, value: String(values[field] ?? ''), message: message(code, ctx.locale) })
    return wrong(found)
  }
  const changes = found ? changesOf(Object.keys(values), found.values, values) : []
  const verdict = !found ? 'new' : changes.length > 0 ? 'changed' : 'unchanged'
  return { n: row.n, verdict, faults, changes, found, values, ownValues: draft.values }
}

/** The description with the unreadable text appended; appended only once, however often the file is imported. */
function withNote(adapter: ImportAdapter, { values, note }: RowDraft, found: ExistingRecord | undefined): ImportValues {
  if (note === undefined || !adapter.fields.some(({ name }) => name === 'desc')) return values
  const before = String(values.desc ?? found?.values.desc ?? '')
  const missing = note.split('\n').filter(line => !before.split('\n').includes(line))
  return missing.length === 0 ? values : { ...values, desc: [before, ...missing].filter(Boolean).join('\n') }
}
