export { addressOf, stringifySearch } from '#contract/address.ts'

/** Values in an address. */
export type Search = Record<string, string | string[]>

type Plain = string | number | boolean | null | undefined

/** Values that can be written into an address; null, undefined and '' are left out. */
export type SearchInput = Record<string, Plain | readonly Plain[]>

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
