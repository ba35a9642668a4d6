import * as z from 'zod/mini'
import { type SearchSuggestion, searchEntities } from '#contract/search.api.ts'
import { Ref } from '#contract/wire.ts'
import { keep, readStored } from '#web/platform/storage.ts'

/** Fields that only distinguish the item are optional: entries stored by earlier versions lack them. */
export type RecentFound = Pick<SearchSuggestion, 'noun' | 'id' | 'title' | 'subtitle'> &
  Partial<Pick<SearchSuggestion, 'region' | 'og' | 'at' | 'category' | 'year'>>

const Recent = z.object({
  asked: z.array(z.string()),
  found: z.array(
    z.object({
      noun: z.enum(searchEntities),
      id: z.int(),
      title: z.string(),
      subtitle: z.nullable(z.string()),
      region: z._default(z.nullable(z.string()), null),
      og: z._default(z.nullable(Ref), null),
      at: z.optional(z.string()),
      category: z.optional(z.nullable(z.string())),
      year: z.optional(z.nullable(z.string())),
    }),
  ),
})
type Recent = z.output<typeof Recent>

const mostAsked = 6
const mostFound = 6
const keyOf = (userId: number) => `search.recent.${userId}`

/** Recent searches and opened items of this user in this browser. */
export function readRecent(userId: number): Recent {
  try {
    return Recent.parse(JSON.parse(readStored(keyOf(userId)) ?? ''))
  } catch {
    return { asked: [], found: [] }
  }
}

export function rememberAsked(userId: number, keyword: string): void {
  const { asked, found } = readRecent(userId)
  const next = [keyword, ...asked.filter(each => each !== keyword)].slice(0, mostAsked)
  keep(keyOf(userId), JSON.stringify({ asked: next, found }))
}

export function rememberFound(userId: number, opened: RecentFound): void {
  const { noun, id, title, subtitle, region = null, og = null, at, category, year } = opened
  const { asked, found } = readRecent(userId)
  const others = found.filter(each => each.noun !== noun || each.id !== id)
  const newest = { noun, id, title, subtitle, region, og, at, category, year }
  keep(keyOf(userId), JSON.stringify({ asked, found: [newest, ...others].slice(0, mostFound) }))
}

export function forgetRecent(userId: number): void {
  keep(keyOf(userId), null)
}
