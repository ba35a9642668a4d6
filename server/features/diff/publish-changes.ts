import { publish } from '#server/core/events.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findChangesToPublish, type VersionSelection } from './publish-changes.queries.ts'

/**
 * Publishes the changes of a round or of single pages to the followers of the site, its pages, and the records
 * mentioned on them.
 */
export async function publishChanges(ctx: Ctx, ogId: number, came: VersionSelection): Promise<void> {
  await publish(ctx, await findChangesToPublish(ctx, ogId, came))
}
