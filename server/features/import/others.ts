import type { HeldChange } from '#contract/import.ts'
import type { CardNoun } from '#contract/noun.ts'
import { findStatedBy, wouldChange } from '#server/features/claim/claim.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Change } from '#server/record/history.ts'

export type { HeldChange } from '#contract/import.ts'

type Options = {
  source_id?: number | null | undefined
  take?: readonly string[] | undefined
  /** Whoever imports can be asked about what a person has decided; where not, the file goes first. */
  isAsking?: boolean
}

/**
 * Which changes a file does not make, because a person has decided the value or a better source states it. They are told
 * with who stands behind it, and stated beside; what the source has stated before is told no more. `take`: fields
 * that are taken all the same.
 */
export async function holdBack(
  ctx: Ctx,
  noun: CardNoun,
  { source_id = null, take = [], isAsking = true }: Options,
  all: readonly { record_id: number; changes: readonly Change[] }[],
): Promise<HeldChange[][]> {
  const asked = all.flatMap(({ record_id, changes }) =>
    changes.filter(({ field }) => !take.includes(field)).map(({ field, to }) => ({ record_id, field, value: to })),
  )
  if (asked.length === 0) return all.map(({ changes }) => [...changes])
  const outcomes = await wouldChange(ctx, noun, source_id, asked)
  const stated = await findStatedBy(ctx, noun, source_id, asked)
  const found = new Map(asked.map((each, n) => [`${each.record_id} ${each.field}`, { each, outcome: outcomes[n]! }]))
  return all.map(({ record_id, changes }) =>
    changes.flatMap((change): HeldChange[] => {
      const one = found.get(`${record_id} ${change.field}`)
      if (!one || one.outcome.outcome === 'takes') return [change]
      if (one.outcome.outcome === 'asks' && !isAsking) return [change]
      if (change.to === null || stated(one.each)) return []
      const { by, outcome } = one.outcome
      const name = by?.kind === 'source' ? by.name : null
      return [{ ...change, kept: { why: outcome === 'asks' ? 'decided' : 'better', by: name } }]
    }),
  )
}

export const isMade = (change: HeldChange) => change.kept === undefined
