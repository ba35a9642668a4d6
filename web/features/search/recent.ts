import * as z from 'zod/mini'
import { type SearchSuggestion, searchEntities } from '#contract/search.api.ts'
import { engName, OgRef } from '#contract/wire.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'

/** Fields that only distinguish the item are optional: entries stored by earlier versions lack them. */
export type RecentItem = Pick<SearchSuggestion, 'noun' | 'id' | 'title' | 'subtitle' | 'eng_name'> &
  Partial<Pick<SearchSuggestion, 'region' | 'og' | 'at' | 'category' | 'year'>>

const RecentSearches = z.object({
  asked: z.array(z.string()),
  found: z.array(
    z.object({
      noun: z.enum(searchEntities),
      id: z.int(),
      title: z.string(),
      ...engName,
      subtitle: z.nullable(z.string()),
      region: z._default(z.nullable(z.string()), null),
      og: z._default(z.nullable(OgRef), null),
      at: z.optional(z.string()),
      category: z.optional(z.nullable(z.string())),
      year: z.optional(z.nullable(z.string())),
    }),
  ),
})
type RecentSearches = z.output<typeof RecentSearches>

const maxQueries = 6
const maxItems = 6
const keyOf = (userId: number) => `search.recent.${userId}`

/** Recent searches and opened items of this user in this browser. */
export function readRecent(userId: number): RecentSearches {
  try {
    return RecentSearches.parse(JSON.parse(readLocalStorage(keyOf(userId)) ?? ''))
  } catch {
    return { asked: [], found: [] }
  }
}

export function rememberQuery(userId: number, keyword: string): void {
  const { asked: searches, found } = readRecent(userId)
  const next = [keyword, ...searches.filter(each => each !== keyword)].slice(0, maxQueries)
  writeStored(keyOf(userId), JSON.stringify({ asked: next, found }))
}

export function rememberOpened(userId: number, opened: RecentItem): void {
  const { noun, id, title, eng_name, subtitle, region = null, og = null, at, category, year } = opened
  const { asked: searches, found } = readRecent(userId)
  const others = found.filter(each => each.noun !== noun || each.id !== id)
  const newest = { noun, id, title, eng_name, subtitle, region, og, at, category, year }
  writeStored(keyOf(userId), JSON.stringify({ asked: searches, found: [newest, ...others].slice(0, maxItems) }))
}

export function clearRecent(userId: number): void {
  writeStored(keyOf(userId), null)
}
