import type { Ctx } from '#server/platform/ctx.ts'
import { iconOf } from '#server/platform/files/image.ts'
import { fieldError } from '#server/platform/http/errors.ts'

/** The most bytes of an uploaded picture. */
export const pictureLimitBytes = 5 * 1_048_576

/** Converts a picture into an icon value. */
export async function createIcon({ actor }: Ctx, content: Buffer): Promise<{ icon: string }> {
  if (content.length === 0) throw fieldError('file', 'required')
  return { icon: await iconOf(actor.id ?? 0, content) }
}
