/** An entry as its feed states it: texts without markup, the address absolute; '' for missing parts. */
export type FeedEntry = { id: string; title: string; link: string; date: string; summary: string }
export type Feed = {
  title: string
  description: string
  lang: string | null
  entries: FeedEntry[]
  /** Entries without title, address and text, and repetitions of an entry. */
  skipped: number
  /** The feed ends before its end, or has more entries than are read. */
  isCut: boolean
}

export const mostEntries = 20_000

/** An address of the web, absolute; '' if it is none. */
export function feedAddress(raw: string, base: string): string {
  const text = raw.trim()
  if (text === '' || text.length > 4_000) return ''
  const url = URL.parse(text, base)
  return url && /^https?:$/.test(url.protocol) ? url.href : ''
}
