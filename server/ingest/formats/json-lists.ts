/** One entry of a list in a large JSON object; `place` counts from 0. */
export type JsonListEntry = { list: string; place: number; value: unknown }
type JsonFaultCode = 'bad_json' | 'cut_json' | 'deep_json' | 'long_entry'

const mostDeep = 64
/** Largest entry, in characters. */
export const mostOfEntry = 4 * 1_048_576

/** The text is no JSON object, is cut off, is nested too deeply or contains an entry that is too long. */
export class JsonFault extends Error {
  readonly code: JsonFaultCode
  constructor(code: JsonFaultCode) {
    super(code)
    this.code = code
  }
}

const [quote, comma, backslash] = [34, 44, 92]
const isOpener = (code: number) => code === 123 || code === 91
const isCloser = (code: number) => code === 125 || code === 93
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff

/**
 * Yields the entries of the lists in one JSON object, in the order of the file; holds one entry in memory. Reads only
 * wanted lists and skips everything else. Calls `onList` with the name of every list, wanted or not.
 */
export async function* entriesIn(
  chunks: AsyncIterable<string>,
  { isWanted = () => true, onList }: { isWanted?(list: string): boolean; onList?(list: string): void } = {},
): AsyncGenerator<JsonListEntry> {
  let [depth, place, length] = [0, 0, 0]
  let [name, held] = ['', [] as string[]]
  let [isInText, isEscaped, isInList, isHeld, isOver] = [false, false, false, false, false]
  for await (const chunk of chunks) {
    let from = 0
    const take = (to: number): unknown => {
      const text = held.join('') + chunk.slice(from, to)
      held = []
      length = 0
      isHeld = false
      return parse(text)
    }
    const hold = (at: number) => {
      from = at
      isHeld = true
    }
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (code === backslash) isEscaped = true
        else if (code === quote) {
          isInText = false
          if (depth === 1) name = String(take(at + 1))
        }
        continue
      }
      if (isSpace(code)) continue
      if (isOver || (depth === 0 && code !== 123)) throw new JsonFault('bad_json')
      const isEntrysEnd = depth === 2 && isInList && (code === comma || isCloser(code))
      if (isEntrysEnd && isHeld) {
        yield { list: name, place, value: take(at) }
        place += 1
      } else if (depth === 2 && isInList && !isHeld && !isEntrysEnd && isWanted(name)) hold(at)
      if (code === quote) {
        isInText = true
        if (depth === 1) hold(at)
      } else if (isOpener(code)) {
        depth += 1
        if (depth > mostDeep) throw new JsonFault('deep_json')
        if (depth === 2) {
          isInList = code === 91
          place = 0
          if (isInList) onList?.(name)
        }
      } else if (isCloser(code)) {
        depth -= 1
        isInList = isInList && depth > 1
        isOver = depth === 0
      }
    }
    if (!isHeld) continue
    length += chunk.length - from
    if (length > mostOfEntry) throw new JsonFault('long_entry')
    held.push(chunk.slice(from))
  }
  if (!isOver) throw new JsonFault(depth > 0 ? 'cut_json' : 'bad_json')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new JsonFault('bad_json')
  }
}
