import type { Received } from '#contract/endpoint.ts'
import { type Retention, retentionEntities, type tryRetention as tryEndpoint } from '#contract/erasure.api.ts'
import { markRecordsDeleted } from '#server/core/rows.ts'
import { audit } from '#server/platform/audit.ts'
import { releaseFiles, removeReleasedFiles } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import {
  countExpired,
  findExpired,
  findRetentions,
  noteRun,
  type RetentionEntity,
  removeImports,
  removeNotifications,
  removeOldVersions,
  saveRetention,
} from './retention.queries.ts'

const dayMs = 86_400_000
const batch = 500

export async function listRetentions(ctx: Ctx): Promise<{ items: Retention[] }> {
  const known = new Map((await findRetentions(ctx)).map(row => [row.noun, row]))
  const none = { days: null, ran_at: null, removed: 0 }
  return { items: retentionEntities.map(noun => known.get(noun) ?? { noun, ...none }) }
}

export function setRetention(
  ctx: Ctx,
  items: readonly Pick<Retention, 'noun' | 'days'>[],
): Promise<{ items: Retention[] }> {
  return inTransaction(ctx, async ctx => {
    for (const { noun, days } of items) {
      const before = (await saveRetention(ctx, noun, days)) ?? null
      if (before !== days) await audit(ctx, { act: 'set_retention', noun, detail: { from: before, to: days } })
    }
    return await listRetentions(ctx)
  })
}

const limitOf = (ctx: Ctx, days: number) => new Date(ctx.now().getTime() - days * dayMs)

export async function tryRetention(ctx: Ctx, { noun, days }: Received<typeof tryEndpoint>['body']) {
  const before = limitOf(ctx, days)
  return { count: await countExpired(ctx, noun, before), items: await findExpired(ctx, noun, before, 20) }
}

/**
 * Every night, removes data older than its retention period, in portions; records are moved to the trash, which is
 * emptied automatically.
 */
export async function obeyRetention(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (const { noun, days } of await findRetentions(ctx)) {
    if (days === null) continue
    const before = limitOf(ctx, days)
    let removed = 0
    for (let last: SweepPosition; ; ) {
      const found = await inTransaction(ctx, ctx => removeSome(ctx, noun, before, last))
      removed += found.length
      if (found.length < batch) break
      last = found.at(-1)
      signal?.throwIfAborted()
    }
    await removeReleasedFiles(ctx)
    if (removed > 0) {
      ctx.log.info({ noun, removed }, 'retention: expired records removed')
      await audit(ctx, { act: 'retention', noun, detail: { days, removed } })
    }
  }
}

type SweepPosition = { id: number; at: string } | undefined

async function removeSome(ctx: Ctx, noun: RetentionEntity, before: Date, after: SweepPosition) {
  const found = await findExpired(ctx, noun, before, batch, after)
  if (found.length > 0)
    await remove[noun](
      ctx,
      found.map(row => row.id),
    )
  await noteRun(ctx, noun, found.length)
  return found
}

const toTrash = (name: 'person' | 'event' | 'upload') => (ctx: Ctx, ids: number[]) =>
  markRecordsDeleted(ctx, { name }, ids, 'delete')

const remove: Record<RetentionEntity, (ctx: Ctx, ids: number[]) => Promise<void>> = {
  person: toTrash('person'),
  event: toTrash('event'),
  upload: toTrash('upload'),
  notification: removeNotifications,
  page_version: removeOldVersions,
  import: async (ctx, ids) => {
    await releaseFiles(ctx, await removeImports(ctx, ids))
  },
}
