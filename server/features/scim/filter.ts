import { ScimError } from './scim-error.ts'

/**
 * One comparison by `eq`; all comparisons of a filter must hold. `within` are those of a value path:
 * `emails[type eq "work"].value eq "…"`.
 */
export type Comparison = { path: string; value: string | boolean; within?: readonly Comparison[] }

const longest = 1000
const mostComparisons = 10

/**
 * Reads a filter: comparisons by `eq`, joined by `and`. Anything else is refused, because a filter that is not understood
 * must never find everything, or nothing.
 */
export function readFilter(text: string): Comparison[] {
  if (text.length > longest) throw fault('it is too long')
  const reader = openReader(text)
  const comparisons = readAll(reader)
  if (!reader.isAtEnd()) throw fault('only “attribute eq value” and “and” are supported')
  return comparisons
}

export function invalidFilter(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidFilter')
}

const fault = (reason: string) => invalidFilter(`The filter is not supported: ${reason}.`)

type Reader = ReturnType<typeof openReader>

function openReader(text: string) {
  let at = 0
  return {
    /** The text that the pattern finds exactly here, after spaces. */
    take(pattern: RegExp): string | undefined {
      const sticky = new RegExp(`[ \\t]*(${pattern.source})`, `y${pattern.flags}`)
      sticky.lastIndex = at
      const found = sticky.exec(text)
      if (!found) return undefined
      at = sticky.lastIndex
      return found[1]
    },
    isAtEnd: () => text.slice(at).trim() === '',
  }
}

function readAll(reader: Reader, isInside = false): Comparison[] {
  const comparisons = [readOne(reader, isInside)]
  while (reader.take(/and(?=[ \t])/i) !== undefined) {
    comparisons.push(readOne(reader, isInside))
    if (comparisons.length > mostComparisons) throw fault('it has too many comparisons')
  }
  return comparisons
}

function readOne(reader: Reader, isInside: boolean): Comparison {
  const path = reader.take(/[A-Za-z$][A-Za-z0-9_$:.-]*/)
  if (path === undefined) throw fault('an attribute is missing')
  let within: Comparison[] | undefined
  let rest = ''
  if (!isInside && reader.take(/\[/) !== undefined) {
    within = readAll(reader, true)
    if (reader.take(/\]/) === undefined) throw fault('“]” is missing')
    rest = reader.take(/\.[A-Za-z$]+/) ?? ''
    if (rest === '') throw fault('the attribute after “]” is missing')
  }
  if (reader.take(/eq(?=[ \t])/i) === undefined) throw fault('only the operator “eq” is supported')
  return { path: plain(path) + rest.toLowerCase(), value: readValue(reader), ...(within && { within }) }
}

/** Without the URN of the core schemas, in lower case. */
const plain = (path: string) => path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, '')

function readValue(reader: Reader): string | boolean {
  const quoted = reader.take(/"(?:[^"\\]|\\.)*"/)
  if (quoted !== undefined) {
    try {
      return JSON.parse(quoted) as string
    } catch {
      throw fault('a text is not valid')
    }
  }
  // Some providers send ids without quotes.
  const bare = reader.take(/[A-Za-z0-9._@+-]+/)
  if (bare === undefined) throw fault('a value is missing')
  return /^(true|false)$/i.test(bare) ? bare.toLowerCase() === 'true' : bare
}
