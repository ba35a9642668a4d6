import type { Reply } from '#contract/endpoint.ts'
import { typedForms } from '#contract/identifier-key.ts'
import { schemeNames } from '#contract/identifier-scheme.ts'
import type { suggestSearch as endpoint, recentRecords, SearchSuggestion } from '#contract/search.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fold, nameKey } from './fold.ts'
import { fragmentQuery } from './query.ts'
import { querySounds } from './sound.ts'
import { findBeginnings, findFragments, findRecent, type SuggestionRow } from './suggest.queries.ts'

const most = 8

/** The few best names; does not use the dictionary of words, which takes long to load. */
export async function suggestSearch(ctx: Ctx, keyword: string): Promise<Reply<typeof endpoint>> {
  const key = nameKey(keyword)
  if (key === '') return { items: [] }
  const keys = [...new Set([key, key.replaceAll(' ', ''), ...querySounds(key), ...typedForms(keyword, schemeNames)])]
  const found = await findBeginnings(ctx, keys, most)
  const fragments = key
    .split(' ')
    .map(text => fragmentQuery(text))
    .filter(Boolean)
  if (found.length < most && fragments.length === key.split(' ').length) {
    const known = new Set(found.map(({ noun, id }) => `${noun} ${id}`))
    const more = await findFragments(ctx, fragments.join(' & '), most)
    found.push(...more.filter(({ noun, id }) => !known.has(`${noun} ${id}`)))
  }
  return { items: found.slice(0, most).map(each => toDto(each, key)) }
}

/** The records that the user opened last. */
export async function suggestRecent(ctx: Ctx): Promise<Reply<typeof recentRecords>> {
  const found = await findRecent(ctx, most)
  return { items: found.map(({ aliases: _, ...item }) => ({ ...item, text: null })) }
}

/** Adds another name of the record if the match is in that name. */
function toDto({ aliases, ...item }: SuggestionRow, key: string): SearchSuggestion {
  const isInTitle = fold(item.title).includes(key)
  const alias = isInTitle ? undefined : aliases.find(each => nameKey(each).includes(key))
  return { ...item, by: alias && item.by === 'title' ? 'alias' : item.by, text: alias ?? null }
}
