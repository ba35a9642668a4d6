import { type SearchEntity, searchEntities } from '#contract/search.api.ts'
import { cutText } from '#contract/text.ts'
import { many, one, type Search } from '#web/platform/page.tsx'

export const pageSize = 20

/** The query of an address in the endpoint's format. */
export function queryFrom(search: Search) {
  const kinds = many(search.kind).filter((kind): kind is SearchEntity => searchEntities.includes(kind as SearchEntity))
  const current = Math.max(1, Math.trunc(Number(one(search.current))) || 1)
  return {
    keyword: cutText(one(search.keyword)?.trim() ?? '', 200),
    kind: kinds.length > 0 ? kinds : undefined,
    og: one(search.og),
    person: one(search.person),
    region: search.region === undefined ? undefined : many(search.region),
    from: one(search.from),
    to: one(search.to),
    current: Math.min(current, 1_000),
    pageSize,
  }
}
export type PaletteQuery = ReturnType<typeof queryFrom>

/** The query as it is saved: without its page, ids as numbers. */
export function savedQueryOf({ current: _current, pageSize: _size, og, person, ...query }: PaletteQuery) {
  return {
    ...query,
    ...(og && { og: Number(og) }),
    ...(person && { person: Number(person) }),
  }
}
