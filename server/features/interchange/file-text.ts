import type { Ctx } from '#server/platform/ctx.ts'

const megabyte = 1_048_576
export const maxLineMegabytes = 4

/** A stored file as text, from its beginning. */
export async function* textOf(ctx: Ctx, key: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of ctx.blobs.read(key) as AsyncIterable<Uint8Array>)
    yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Lines without the space around them; one that is too long is told by null, so that memory holds no more than that. */
export async function* linesIn(ctx: Ctx, key: string): AsyncGenerator<{ n: number; text: string | null }> {
  const decoder = new TextDecoder()
  const maxCharacters = maxLineMegabytes * megabyte
  let held: string[] = []
  let length = 0
  let n = 0
  const take = (): { n: number; text: string | null } => {
    n += 1
    const text = length > maxCharacters ? null : held.join('').trim()
    held = []
    length = 0
    return { n, text }
  }
  const hold = (part: string) => {
    length += part.length
    if (length <= maxCharacters) held.push(part)
    else held = []
  }
  for await (const chunk of ctx.blobs.read(key) as AsyncIterable<Uint8Array>) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n')
    for (const [place, part] of parts.entries()) {
      if (place > 0) yield take()
      hold(part)
    }
  }
  hold(decoder.decode())
  if (length > 0) yield take()
}
