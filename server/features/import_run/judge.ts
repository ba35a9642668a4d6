import type { KeepReason } from '#contract/import_run.api.ts'
import { type Entity, linkFields } from '#contract/registry.ts'
import { type FieldChange, valueAt } from '#server/core/history.ts'
import { findOtherSources } from '#server/features/claim/claim.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ExistingRecord, LinkEntity, UndoAdapters } from './import_run.adapter.ts'
import type { JudgedMark, KeptField, RowMark } from './mark.queries.ts'
import { findLeaving, findLinkStates, findStates, findUses, type LinkState, type RecordState } from './use.queries.ts'

/** The decision about one mark: `back` are the changes to be undone. */
export type UndoDecision = JudgedMark & {
  mark: RowMark
  back: FieldChange[]
  found?: ExistingRecord | undefined
  link?: LinkState | undefined
}

const makeDecision = (
  mark: RowMark,
  verdict: JudgedMark['verdict'],
  reason: KeepReason | null = null,
): UndoDecision => ({
  mark,
  id: mark.id,
  verdict,
  reason,
  kept: [],
  back: [],
})

/** Decides for each record that a run created or changed what its undo does, by the record's current state. */
export async function judgeRecords(
  ctx: Ctx,
  adapters: UndoAdapters,
  runId: number,
  noun: Entity,
  marks: readonly RowMark[],
  options: { lock: boolean },
): Promise<UndoDecision[]> {
  const ids = marks.map(mark => mark.record_id)
  const states = await findStates(ctx, noun, ids, options)
  const made = marks.flatMap(mark => (mark.is_new ? [mark.record_id] : []))
  const changed = marks.filter(mark => !mark.is_new)
  const uses = await findUses(ctx, runId, noun, made)
  const found = await adapters.records[noun].find(ctx, { id: changed.map(mark => mark.record_id) }, options)
  const byId = new Map(found.map(each => [each.id, each]))
  const others = await findOtherSources(
    ctx,
    noun,
    runId,
    changed.flatMap(({ record_id, changes }) => changes.map(({ field, to }) => ({ record_id, field, value: to }))),
  )
  return marks.map(mark => {
    const state = states.get(mark.record_id)
    if (!state) return makeDecision(mark, 'gone')
    if (state.is_merged) return makeDecision(mark, 'stay', 'merged')
    if (state.is_gone) return makeDecision(mark, 'gone')
    if (mark.is_new) return decideCreated(mark, state, uses.get(mark.record_id))
    return changedOne(mark, byId.get(mark.record_id), (field, to) => others(mark.record_id, field, to))
  })
}

function decideCreated(mark: RowMark, state: RecordState, use: KeepReason | undefined): UndoDecision {
  if (use !== undefined) return makeDecision(mark, 'stay', use)
  return state.may_delete ? makeDecision(mark, 'remove') : makeDecision(mark, 'stay', 'forbidden')
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

function changedOne(
  mark: RowMark,
  found: ExistingRecord | undefined,
  isStated: (field: string, to: unknown) => boolean,
): UndoDecision {
  if (!found?.isWritable) return makeDecision(mark, 'stay', 'forbidden')
  const kept: KeptField[] = []
  const back: FieldChange[] = []
  for (const change of mark.changes) {
    const { field, from, to } = change
    if (linkFields[field]) back.push(change)
    else if (isStated(field, to)) kept.push({ field, reason: 'said' })
    else if (isSame(valueAt(found.values, field), to)) back.push(change)
    else if (!isSame(valueAt(found.values, field), from)) kept.push({ field, reason: 'edited' })
  }
  return { ...makeDecision(mark, ...verdictOf(back, kept)), kept, back, found }
}

function verdictOf(
  back: readonly FieldChange[],
  kept: readonly KeptField[],
): [JudgedMark['verdict'], KeepReason | null] {
  if (back.length > 0) return [kept.length > 0 ? 'partly' : 'set_back', kept[0]?.reason ?? null]
  return kept[0] ? ['stay', kept[0].reason] : ['gone', null]
}

/**
 * Decides for links: one that a user has changed since, or another source also states, stays; one between records that
 * are removed is removed with them.
 */
export async function judgeLinks(
  ctx: Ctx,
  runId: number,
  noun: LinkEntity,
  marks: readonly RowMark[],
): Promise<UndoDecision[]> {
  const states = await findLinkStates(
    ctx,
    runId,
    noun,
    marks.map(mark => mark.record_id),
  )
  const ends = [...states.values()].flatMap(state => state.ends)
  const leaving = new Set<string>()
  for (const [of, some] of Map.groupBy(ends, end => end.noun))
    for (const id of await findLeaving(
      ctx,
      runId,
      of,
      some.map(end => end.id),
    ))
      leaving.add(`${of} ${id}`)
  const isLeaving = (link: LinkState) => link.ends.some(end => leaving.has(`${end.noun} ${end.id}`))
  return marks.map(mark => {
    const link = states.get(mark.record_id)
    if (!link) return makeDecision(mark, 'gone')
    if (mark.is_new) {
      // Other statements of a file about a link have no column.
      const isTouched = mark.changes.some(({ field, to }) => field in link.values && !isSame(link.values[field], to))
      if (isTouched) return makeDecision(mark, 'stay', 'edited')
      if (link.is_said) return makeDecision(mark, 'stay', 'said')
      return { ...makeDecision(mark, 'remove'), link: isLeaving(link) || !link.is_between_there ? undefined : link }
    }
    const back = mark.changes.filter(({ field, to }) => isSame(link.values[field], to))
    const kept = mark.changes
      .filter(change => !back.includes(change) && !isSame(link.values[change.field], change.from))
      .map(({ field }): KeptField => ({ field, reason: 'edited' }))
    return { ...makeDecision(mark, ...verdictOf(back, kept)), kept, back, link }
  })
}
