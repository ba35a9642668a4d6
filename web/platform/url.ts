/** Values in an address. */
export type Search = Record<string, string | string[]>

type Plain = string | number | boolean | null | undefined

/** Values that can be written into an address; null, undefined and '' are left out. */
export type SearchInput = Record<string, Plain | readonly Plain[]>

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== ''

/** `{a: [1, 2], b: ''}` becomes `?a=1&a=2`; empty if no value is left. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const each of Array.isArray(value) ? value : [value]) if (isPresent(each)) pairs.append(name, String(each))
  const text = pairs.toString()
  return text ? `?${text}` : ''
}

/** Never guesses types: `?a=1` is the text '1'; a repeated name is a list. */
export function parseSearch(text: string): Search {
  const search: Search = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name]
    if (before === undefined) search[name] = value
    else search[name] = [...(Array.isArray(before) ? before : [before]), value]
  }
  return search
}

/** The value of a name; the first of several. */
export function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** All values of a name. */
export function many(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

/** `/v1/og/{id}` with its placeholders filled, and the query. */
export function addressOf(path: string, { params, query }: { params?: unknown; query?: unknown }): string {
  const values = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))
  return filled + stringifySearch((query ?? {}) as Record<string, unknown>)
}
