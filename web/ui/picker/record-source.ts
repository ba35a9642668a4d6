/**
 * One record in a picker; country and `hint` distinguish records of the same name, `words` are further names for the
 * search.
 */
export type PickerItem = {
  id: number
  label: string
  region?: string | null | undefined
  hint?: string | undefined
  words?: readonly string[] | undefined
}

export type PickerPage = { items: PickerItem[]; total: number }

/** The source of a picker's records; each entity configures one. */
export type RecordSource = {
  /** First part of the query keys, so that a write to the entity reads them again. */
  noun: string
  /** All records, or null if there are too many to load: then `search` is used. */
  loadAll?: (signal: AbortSignal) => Promise<PickerItem[] | null>
  /** A page of matching records, from 1; the server decides on matches. */
  search: (keyword: string, current: number, signal: AbortSignal) => Promise<PickerPage>
  /** Records by id, whichever page they are on; unreadable ones are left out. */
  find: (ids: readonly number[], signal: AbortSignal) => Promise<PickerItem[]>
  /** Creates a record of this name. */
  create?: (name: string) => Promise<PickerItem>
}

/** A source whose code is loaded on its first use; it can find and name records, but not load all. */
export function lazySource(noun: string, load: () => Promise<RecordSource>): RecordSource {
  return {
    noun,
    search: async (...args) => (await load()).search(...args),
    find: async (...args) => (await load()).find(...args),
  }
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** True if every word of the keyword is part of a name of the item. */
export function isMatch(item: PickerItem, keyword: string): boolean {
  const names = fold([item.label, item.hint ?? '', ...(item.words ?? [])].join(' '))
  return fold(keyword)
    .split(/\s+/)
    .every(word => names.includes(word))
}

const lookupPageSize = 100
const lookupAtMost = 5_000

/** All entries of a lookup, 100 per page until a page is short; null if there are too many to load. */
export async function loadLookup(loadPage: (current: number) => Promise<PickerPage>): Promise<PickerItem[] | null> {
  const items: PickerItem[] = []
  for (let current = 1; ; current += 1) {
    const page = await loadPage(current)
    if (page.total > lookupAtMost) return null
    items.push(...page.items)
    if (page.items.length < lookupPageSize) return items
  }
}
