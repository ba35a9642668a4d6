import type { Ctx } from '#server/platform/ctx.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { archiveFiles, type StoredArchive } from './archive.queries.ts'

/** Queues the present step of an archive. A fetch, which mostly waits, does not hold up the files. */
export async function queueReading(
  ctx: Ctx,
  { id, step, request }: Pick<StoredArchive, 'id' | 'step' | 'request'>,
  delayMs = 0,
): Promise<void> {
  const queue = request === null ? 'page_archive' : 'page_past'
  await addJob(
    ctx.db,
    'read_page_archive',
    { id, step },
    { key: `read_page_archive ${id}`, queue, ...(delayMs > 0 && { runAt: new Date(ctx.now().getTime() + delayMs) }) },
  )
}

/** Work of a killed worker continues; a fetch that has to wait continues after the wait. */
export async function queueNextStep(ctx: Ctx, { id, step, cursor }: StoredArchive): Promise<void> {
  const next = await archiveFiles.change(ctx, id, { step: step + 1 })
  const waitMs = cursor?.until ? Date.parse(cursor.until) - ctx.now().getTime() : 0
  await queueReading(ctx, next, Math.max(0, waitMs))
}
