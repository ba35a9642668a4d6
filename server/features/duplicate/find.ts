import * as z from 'zod/mini'
import { MergeEntity } from '#contract/duplicate.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { bisectBatch } from '#server/platform/jobs/bisect-batch.ts'
import { quarantine, type Retry } from '#server/platform/jobs/quarantine.ts'
import {
  claimChanged,
  findPairsWithSharedKey,
  isQueued,
  lockRun,
  readCompared,
  replaceKeys,
  saveRun,
  storeCandidates,
} from './find.queries.ts'
import { duplicateKeys, type Profile, profileOf } from './profile.ts'
import { scorePair, threshold } from './score.ts'

const batchSize = 200

/**
 * Compares the next changed records; returns false if there are no more. If it is killed midway, nothing has changed.
 */
export function findPortion(ctx: Ctx, noun: MergeEntity): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const startedAt = ctx.now()
    await lockRun(ctx, noun)
    const { taken, ids } = await claimChanged(ctx, noun, batchSize)
    const changed = await readCompared(ctx, noun, ids)
    const liveIds = new Set(changed.map(({ id }) => id))
    // Records in the trash are not compared; a restored record is compared again.
    await replaceKeys(
      ctx,
      noun,
      ids.filter(id => !liveIds.has(id)),
      [],
    )
    await bisectBatch(
      ctx,
      changed,
      (ctx, rows) =>
        compareProfiles(
          ctx,
          noun,
          rows.map(row => profileOf(noun, row)),
        ),
      (ctx, { id }, error) => quarantine(ctx, 'duplicate', { key: `${noun}:${id}`, detail: { noun, id }, error }),
    )
    const isMore = taken === batchSize || (await isQueued(ctx, noun))
    await saveRun(ctx, noun, isMore ? null : startedAt)
    return isMore
  })
}

const Detail = z.object({ noun: MergeEntity, id: z.int() })

/** Compares a quarantined record again; a deleted record has nothing to compare. */
export const retryDuplicate: Retry = async (ctx, { detail }) => {
  const { noun, id } = Detail.parse(detail)
  await lockRun(ctx, noun)
  const rows = await readCompared(ctx, noun, [id])
  if (rows.length > 0)
    await compareProfiles(
      ctx,
      noun,
      rows.map(row => profileOf(noun, row)),
    )
  return undefined
}

async function compareProfiles(ctx: Ctx, noun: MergeEntity, profiles: Profile[]): Promise<void> {
  const ids = profiles.map(profile => profile.id)
  const keys = profiles.flatMap(profile => duplicateKeys(profile).map(key => ({ id: profile.id, key })))
  await replaceKeys(ctx, noun, ids, keys)
  const sharedKeyPairs = await findPairsWithSharedKey(ctx, noun, ids)
  const byId = new Map(profiles.map(profile => [profile.id, profile]))
  const others = [...new Set(sharedKeyPairs.flat())].filter(id => !byId.has(id))
  for (const row of await readCompared(ctx, noun, others)) byId.set(row.id, profileOf(noun, row))
  const candidates = sharedKeyPairs.flatMap(([a, b]) => {
    const [left, right] = [byId.get(a), byId.get(b)]
    if (!left || !right) return []
    const { score, reasons } = scorePair(left, right)
    return score < threshold ? [] : [{ a_id: a, b_id: b, score, reasons }]
  })
  await storeCandidates(ctx, noun, ids, candidates)
}
