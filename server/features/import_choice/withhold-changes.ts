import type { HeldChange } from '#contract/import.api.ts'
import type { Entity } from '#contract/registry.ts'
import type { FieldChange } from '#server/core/history.ts'
import { findStatedBy, keyOrNull, type WouldChange, wouldChange } from '#server/features/claim/claim.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type ConflictingValue, findChoices, type ImportId, type StoredChoice } from './import_choice.queries.ts'

type Brings = {
  source_id?: number | null | undefined
  /** Fields that are overwritten anyway, if no decision exists for a value. */
  take?: readonly string[] | undefined
}

export type HeldValues = {
  changes: HeldChange[]
  differing: ConflictingValue[]
  /** Fields for which the rule would show a value other than the one that the importing user has chosen. */
  decided: string[]
}

/**
 * Determines the changes of a file that are not made: a person has decided the value, a better source states it, or the
 * importing user keeps the current value. They are returned with the person or source behind the current value, and
 * recorded as alternatives; values that the source has stated before are not returned again. `choicesOf`: the import
 * whose decisions apply, when it is written.
 */
export async function withholdChanges(
  ctx: Ctx,
  noun: Entity,
  { source_id = null, take = [] }: Brings,
  all: readonly { record_id: number; changes: readonly FieldChange[] }[],
  choicesOf: ImportId | undefined,
): Promise<HeldValues[]> {
  const values = all.flatMap(({ record_id, changes }) =>
    changes.map(({ field, to }) => ({ record_id, field, value: to })),
  )
  if (values.length === 0) return all.map(({ changes }) => ({ changes: [...changes], differing: [], decided: [] }))
  const outcomes = await wouldChange(ctx, noun, source_id, values)
  const stated = await findStatedBy(ctx, noun, source_id, values)
  const choices =
    choicesOf && (await findChoices(ctx, choicesOf, noun, [...new Set(values.map(each => each.record_id))]))
  const outcomeAt = new Map(values.map((each, n) => [`${each.record_id} ${each.field}`, outcomes[n]!]))
  return all.map(({ record_id, changes }) => {
    const withheld: HeldValues = { changes: [], differing: [], decided: [] }
    for (const change of changes) {
      const { field, from: shown, to: value } = change
      const outcome = outcomeAt.get(`${record_id} ${field}`)!
      const isTaken = take.includes(field) || outcome.outcome === 'takes'
      const [shown_key, value_key] = [keyOrNull(outcome.shown), keyOrNull(value)]
      const choice = validChoice(choices?.get(`${record_id} ${field}`), shown_key, value_key)
      const isKnown = value_key === null || stated({ record_id, field, value })
      if (choice === undefined && !isTaken && isKnown) continue
      const { other, is_ruled, is_of_run } = outcome
      if (other !== null && value_key !== null)
        withheld.differing.push({
          record_id,
          field,
          shown,
          shown_key,
          value,
          value_key,
          other,
          is_taken: isTaken,
          is_ruled,
        })
      const isWritten = choice === undefined ? isTaken : choice === 'take'
      withheld.changes.push(isWritten ? change : { ...change, kept: keepReason(outcome) })
      // A decision that another import made is removed with that import.
      const isDecided = outcome.outcome !== 'takes' && !is_of_run
      const isRuled = choice === 'take' ? is_ruled : !is_ruled || isDecided
      if (choice !== undefined && !isRuled) withheld.decided.push(field)
    }
    return withheld
  })
}

/**
 * A decision applies to the values that the user saw; a decision to keep applies whatever the current value is by now.
 */
function validChoice(
  choice: StoredChoice | undefined,
  shown: string | null,
  value: string | null,
): StoredChoice['choice'] | undefined {
  if (!choice || choice.value_key !== value) return undefined
  return choice.choice === 'keep' || choice.shown_key === shown ? choice.choice : undefined
}

const whys = { asks: 'decided', keeps: 'better', takes: 'chosen' } as const

const keepReason = ({ by, outcome }: WouldChange): NonNullable<HeldChange['kept']> => ({
  why: whys[outcome],
  by: outcome !== 'takes' && by?.kind === 'source' ? by.name : null,
})

export const isApplied = (change: HeldChange) => change.kept === undefined
