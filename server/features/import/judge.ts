import type { Locale } from '#contract/error.ts'
import type { HeldChange, ImportPlan, ImportRow } from '#contract/import.ts'
import { message } from '#contract/message.ts'
import { cutText } from '#contract/text.ts'
import { type ChoicesOf, type Differing, holdBack, isMade } from '#server/features/import_choice/import_choice.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { changesOf, columnOf, patchOf } from '#server/record/history.ts'
import { readCell } from './cell.ts'
import type { Found, ImportKit, KitField, Linked, Missing, Values } from './kit.ts'
import { claimMatch, type Index, indexFound, keysOf, matchOf, type Seen } from './match.ts'
import { sentence } from './sentences.ts'
import { findInSource } from './source-id.ts'

export type Row = { n: number; cells: string[] }
export type Fault = ImportRow['faults'][number]
export type Verdict = NonNullable<ImportRow['verdict']>

/** What is to become of one row. */
export type Judged = {
  n: number
  verdict: Verdict
  faults: Fault[]
  changes: HeldChange[]
  found: Found | undefined
  values: Values
  /** What the row itself says, before it is brought together with what there is. */
  said: Values
  /** Values that differ from what others say, and fields of which whoever imports has chosen another value than the rule would. */
  differing?: Differing[]
  decided?: string[]
}

type Draft = { row: Row; values: Values; faults: Fault[]; isWrong: boolean }

/** `choicesOf`: the import whose decisions count, when it is written. */
type Options = { lock: boolean; choicesOf?: ChoicesOf }

/** Reads rows by the plan, finds the records they mean, and says what each would do. Writes nothing. */
export async function judge(
  ctx: Ctx,
  kit: ImportKit,
  plan: ImportPlan,
  rows: Row[],
  seen: Seen,
  options: Options,
): Promise<{ judged: Judged[]; missing: Missing[]; linked: Linked[] }> {
  const constants = constantsOf(kit, plan, ctx.locale)
  const drafts = rows.map(row => draftOf(kit, plan, row, constants, ctx.locale))
  await kit.resolveLinks(
    ctx,
    drafts.map(draft => draft.values),
    plan,
  )
  const linked = kit.linked?.(drafts.map(draft => draft.values)) ?? []
  const found = await findInSource(
    ctx,
    kit,
    plan.source_id ?? null,
    keysOf(
      kit,
      plan,
      drafts.map(draft => draft.values),
    ),
    options,
  )
  const index = indexFound(kit, plan, found, seen.created)
  const judged = await held(
    ctx,
    kit,
    plan,
    drafts.map(draft => verdictOf(ctx, kit, plan, draft, index, seen)),
    options.choicesOf,
  )
  const writes = judged.filter(row => row.verdict === 'new' || row.verdict === 'changed')
  return {
    judged,
    missing: await kit.resolveLinks(
      ctx,
      writes.map(row => row.values),
      plan,
    ),
    linked,
  }
}

/** What others stand behind is not changed, and not written. */
async function held(
  ctx: Ctx,
  kit: ImportKit,
  plan: ImportPlan,
  judged: Judged[],
  choicesOf: ChoicesOf | undefined,
): Promise<Judged[]> {
  const changed = judged.filter(each => each.verdict === 'changed')
  const held = await holdBack(
    ctx,
    kit.noun,
    plan,
    changed.map(each => ({ record_id: each.found?.id ?? 0, changes: each.changes })),
    choicesOf,
  )
  const after = new Map(changed.map((each, n) => [each, held[n]!]))
  return judged.map(each => {
    const of = after.get(each)
    if (!of) return each
    const { changes: left, differing, decided } = of
    const made = new Set(left.filter(isMade).map(({ field }) => columnOf(field)))
    const values = Object.fromEntries(Object.entries(each.values).filter(([field]) => made.has(field)))
    // Fields that the team defined stand in one column, of which some may be held back and others not.
    if (made.has('custom'))
      Object.assign(
        values,
        patchOf(
          { custom: each.found?.values.custom ?? {} },
          left.filter(isMade).filter(({ field }) => columnOf(field) === 'custom'),
        ),
      )
    return { ...each, changes: left, values, verdict: left.length > 0 ? 'changed' : 'unchanged', differing, decided }
  })
}

export function draftOf(kit: ImportKit, plan: ImportPlan, row: Row, constants: Values, locale: Locale): Draft {
  const values: Values = { ...constants }
  const faults: Fault[] = []
  let isWrong = false
  plan.mapping.forEach((name, place) => {
    const field = kit.fields.find(each => each.name === name)
    if (!field) return
    const cell = row.cells[place] ?? ''
    if (cell.trim() === '') {
      if (plan.on_empty === 'clear' && field.empty !== undefined && !field.required) values[field.name] = field.empty
      return
    }
    const read = readCell(field, cell, locale)
    if ('value' in read) {
      values[field.name] = read.value
      if (read.note) faults.push({ field: field.name, value: cutText(cell, 500), message: read.note })
    } else {
      faults.push({ field: field.name, value: cutText(cell, 500), message: read.fault })
      // Without the value that names the record, the rest has nowhere to go.
      isWrong ||= plan.on_wrong === 'skip_row' || field.required === true || plan.match_on.includes(field.name)
    }
  })
  return { row, values, faults, isWrong }
}

/** Constants were checked when the plan was given; one that no longer reads is left out. */
export function constantsOf(kit: ImportKit, plan: ImportPlan, locale: Locale): Values {
  const values: Values = {}
  for (const field of constantFields(kit, plan)) {
    const read = readCell(field, plan.constants[field.name] ?? '', locale)
    if ('value' in read) values[field.name] = read.value
  }
  return values
}

/** Fields given by a constant; a column that fills the field goes first. */
export function constantFields(kit: ImportKit, plan: ImportPlan): KitField[] {
  return kit.fields.filter(field => plan.constants[field.name]?.trim() && !plan.mapping.includes(field.name))
}

function verdictOf(ctx: Ctx, kit: ImportKit, plan: ImportPlan, draft: Draft, index: Index, seen: Seen): Judged {
  const { row, faults } = draft
  const wrong = (found?: Found): Judged => ({
    n: row.n,
    verdict: 'wrong',
    faults,
    changes: [],
    found,
    values: {},
    said: {},
  })
  const fault = (text: string, found?: Found, verdict: Verdict = 'wrong'): Judged => {
    faults.push({ field: null, value: '', message: text })
    return { ...wrong(found), verdict }
  }
  const match = matchOf(kit, plan, draft.values, index)
  const first = claimMatch(kit, plan, draft.values, match.found, row.n, seen)
  if (first !== undefined) return fault(sentence('row_repeated', ctx.locale, { row: first }), undefined, 'repeated')
  if (match.ambiguous) {
    const ids = match.ambiguous.slice(0, 5).map(found => `#${found.id}`)
    return fault(sentence('row_ambiguous', ctx.locale, { ids: ids.join(', ') }))
  }
  const { found } = match
  if (found && !found.isWritable) return fault(sentence('row_forbidden', ctx.locale), found)
  if (!found) {
    const lacking = kit.fields.filter(field => field.required && draft.values[field.name] === undefined)
    for (const field of lacking)
      if (!faults.some(each => each.field === field.name))
        faults.push({ field: field.name, value: '', message: message('required', ctx.locale) })
    if (lacking.length > 0) return wrong()
  }
  if (draft.isWrong) return wrong(found)
  const values = kit.settle(draft.values, found?.values)
  // The id that another source, or the team, gave it stays; this one is known beside it.
  if (found?.stored.external_id && found.stored.external_id !== found.values.external_id) delete values.external_id
  const refused = kit.refuses?.(values, found?.values)
  if (refused) {
    const { field, code } = refused
    faults.push({ field, value: String(values[field] ?? ''), message: message(code, ctx.locale) })
    return wrong(found)
  }
  const changes = found ? changesOf(Object.keys(values), found.values, values) : []
  const verdict = !found ? 'new' : changes.length > 0 ? 'changed' : 'unchanged'
  return { n: row.n, verdict, faults, changes, found, values, said: draft.values }
}
