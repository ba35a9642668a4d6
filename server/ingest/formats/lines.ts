import { cutUnits } from '#contract/text.ts'
import type { EncodedFile } from './content.ts'

const megabyte = 1_048_576
export const maxLineMegabytes = 4
const startCharacters = 300

/** Decodes a file as text, from its beginning. */
export async function* textOf({ bytes, encoding }: EncodedFile): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes()) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** `start`: the beginning of a line that is too long to be held. */
type FileLine = { n: number; text: string | null; start: string }

/** Yields trimmed lines; a line that is too long has the text null, so that memory use is limited. */
export async function* linesIn(content: EncodedFile): AsyncGenerator<FileLine> {
  const maxCharacters = maxLineMegabytes * megabyte
  let buffered: string[] = []
  let length = 0
  let n = 0
  let start = ''
  const take = (): FileLine => {
    n += 1
    const line = { n, text: length > maxCharacters ? null : buffered.join('').trim(), start }
    buffered = []
    length = 0
    start = ''
    return line
  }
  const hold = (part: string) => {
    length += part.length
    if (start.length < startCharacters) start = cutUnits(start + part, startCharacters)
    if (length <= maxCharacters) buffered.push(part)
    else buffered = []
  }
  for await (const text of textOf(content)) {
    for (const [place, part] of text.split('\n').entries()) {
      if (place > 0) yield take()
      hold(part)
    }
  }
  if (length > 0) yield take()
}
