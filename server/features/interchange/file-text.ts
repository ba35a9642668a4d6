import type { Content } from './content.ts'

const megabyte = 1_048_576
export const maxLineMegabytes = 4

/** A file as text, from its beginning. */
export async function* textOf({ bytes, encoding }: Content): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes()) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Lines without the space around them; one that is too long is told by null, so that memory holds no more than that. */
export async function* linesIn(content: Content): AsyncGenerator<{ n: number; text: string | null }> {
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
  for await (const text of textOf(content)) {
    for (const [place, part] of text.split('\n').entries()) {
      if (place > 0) yield take()
      hold(part)
    }
  }
  if (length > 0) yield take()
}
