import { fieldError } from '#server/platform/errors.ts'
import { iconOf } from '#server/platform/image.ts'

/** Bytes of a picture that may be sent. */
export const pictureLimitBytes = 5 * 1_048_576

let last: Promise<unknown> = Promise.resolve()

/** A picture as an icon value. One is drawn at a time: each may need much memory while it is open. */
export async function createIcon(content: Buffer): Promise<{ icon: string }> {
  if (content.length === 0) throw fieldError('file', 'required')
  const drawn = last.then(() => iconOf(content))
  last = drawn.catch(() => undefined)
  return { icon: await drawn }
}
