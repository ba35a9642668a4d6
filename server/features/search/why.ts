import type { SearchItem } from '#contract/search.api.ts'
import type { SearchHit, SearchTerms } from './find.queries.ts'
import { nameKey } from './fold.ts'
import type { SearchRequest } from './query.ts'
import type { EntrySummary } from './shown.queries.ts'
import { latinNames, soundsOf } from './sound.ts'

type Why = SearchItem['why']

/** Reasons why a record was found, the strongest first. */
export function whyOf(
  { key }: SearchRequest,
  { sounds: asked, numbers }: Pick<SearchTerms, 'sounds' | 'numbers'>,
  { tier }: SearchHit,
  shown: EntrySummary,
  has: { title: boolean; text: boolean },
): Why {
  const why: Why = []
  const alias = (fits: (key: string) => boolean) => shown.aliases.find(each => fits(nameKey(each))) ?? null
  const title = nameKey(shown.title)
  const isNumber = numbers.length > 0
  if (tier <= 1) {
    const isName = tier === 0 ? title === key : title.startsWith(key)
    const other = isName ? null : alias(each => (tier === 0 ? each === key : each.startsWith(key)))
    if (isName || other !== null) why.push(isName ? { by: 'name', text: null } : { by: 'alias', text: other })
    else why.push({ by: isNumber ? 'identifier' : 'name', text: null })
  } else if (tier === 2 || tier === 4) {
    const fits = (name: string) => {
      const sounds = soundsOf(nameKey(name), latinNames(name))
      const begins = (all: (string | null)[]) => all.some(each => asked.some(sound => each?.startsWith(sound)))
      if (begins([sounds.pinyin, ...sounds.later.pinyin])) return 'pinyin'
      return begins([sounds.initials, ...sounds.later.initials]) ? 'initials' : null
    }
    const by = fits(shown.title)
    const other = by === null ? (shown.aliases.find(each => fits(each) !== null) ?? null) : null
    why.push({ by: by ?? (other ? fits(other) : null) ?? 'pinyin', text: other })
  } else if (has.title) why.push({ by: 'title', text: null })
  else if (tier === 3 || tier === 5) {
    const holds = (each: string) => key.split(' ').every(word => each.includes(word))
    why.push(holds(title) ? { by: 'title', text: null } : { by: 'alias', text: alias(holds) })
  }
  if (has.text) why.push({ by: 'text', text: null })
  return why.length > 0 ? why : [{ by: has.title ? 'title' : 'alias', text: null }]
}
