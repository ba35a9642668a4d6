import { findFileSource, mayUseSource } from '#server/features/source/source.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findLastSource } from './import_run.queries.ts'

/** The source of the last file with this name, or the source created for it; null for an unknown name. */
export async function proposeSource(ctx: Ctx, fileName: string): Promise<number | null> {
  const last = await findLastSource(ctx, fileName)
  return last !== null && (await mayUseSource(ctx, last)) ? last : await findFileSource(ctx, fileName)
}
