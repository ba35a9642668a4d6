/** One record as pickers show it; country and `hint` tell apart those of the same name, `words` are further names it is found by. */
export type PickerItem = {
  id: number
  label: string
  region?: string | null | undefined
  hint?: string | undefined
  words?: readonly string[] | undefined
}

export type PickerPage = { items: PickerItem[]; total: number }

/** Where a picker finds its records; a noun configures one. */
export type RecordSource = {
  /** Begins the query keys, so that a write to the noun reads them again. */
  noun: string
  /** All of them, or null when there are too many to load: then `search` is asked. */
  loadAll?: (signal: AbortSignal) => Promise<PickerItem[] | null>
  /** A page of those that match, from 1; the server judges. */
  search: (keyword: string, current: number, signal: AbortSignal) => Promise<PickerPage>
  /** Those named, wherever they stand; what may not be read is left out. */
  find: (ids: readonly number[], signal: AbortSignal) => Promise<PickerItem[]>
  /** Makes one of this name. */
  create?: (name: string) => Promise<PickerItem>
}

/** One whose code is fetched when it is first asked; it names and finds, and loads nothing at once. */
export function lazySource(noun: string, load: () => Promise<RecordSource>): RecordSource {
  return {
    noun,
    search: async (...asked) => (await load()).search(...asked),
    find: async (...asked) => (await load()).find(...asked),
  }
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** Every word of the keyword stands in a name of the item. */
export function isMatch(item: PickerItem, keyword: string): boolean {
  const names = fold([item.label, item.hint ?? '', ...(item.words ?? [])].join(' '))
  return fold(keyword)
    .split(/\s+/)
    .every(word => names.includes(word))
}

const lookupPageSize = 100
const lookupAtMost = 5_000

/** Every entry of a lookup, 100 a page until a page is short; null when there are more than are worth loading. */
export async function loadLookup(askPage: (current: number) => Promise<PickerPage>): Promise<PickerItem[] | null> {
  const items: PickerItem[] = []
  for (let current = 1; ; current += 1) {
    const page = await askPage(current)
    if (page.total > lookupAtMost) return null
    items.push(...page.items)
    if (page.items.length < lookupPageSize) return items
  }
}
