import { publish } from '#server/core/events.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { quarantine } from '#server/platform/jobs/quarantine.ts'
import { hitPairs, type ListAnswer } from './hits.ts'
import { dropUnfound, storeMatches } from './screen.queries.ts'

/** The same answer, reduced to some of its records. */
export function restrictAnswer(answer: ListAnswer, isKept: (id: number) => boolean): ListAnswer {
  const { rows, hits, uncompared, badRecords } = answer
  return {
    ...answer,
    rows: rows.filter(({ id }) => isKept(id)),
    hits: hits.filter((_, n) => isKept(rows[n]!.id)),
    uncompared: uncompared.filter((_, n) => isKept(rows[n]!.id)),
    badRecords: badRecords.filter(({ id }) => isKept(id)),
  }
}

/** Writes hits, notifies of new ones, and removes those that no longer match. */
export async function storeAnswers(ctx: Ctx, answers: readonly ListAnswer[]): Promise<void> {
  for (const answer of answers) {
    const { of, noun, rows, badRecords } = answer
    const found = await hitPairs(ctx, answer)
    const created = await storeMatches(ctx, found)
    await publish(
      ctx,
      created.map(({ noun, record_id, count }) => ({
        kind: 'maybe_listed',
        noun,
        recordId: record_id,
        detail: { count },
      })),
    )
    const ids = rows.map(({ id }) => id)
    await dropUnfound(ctx, of, { noun, ids }, found)
    for (const { id: _id, ...each } of badRecords) await quarantine(ctx, 'screening', each)
  }
}
