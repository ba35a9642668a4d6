import { type Entity, listedEntities, recordEntities } from '#contract/registry.ts'
import type { RouteName } from '#web/platform/route.ts'

export type Place = {
  name: RouteName
  params?: Record<string, string | number>
  search?: Record<string, string | number>
}

const listed: readonly string[] = listedEntities
const paged: readonly string[] = recordEntities.filter(noun => !listed.includes(noun))

/** The page of one record, by its entity. */
export const detailOf = <N extends Entity>(noun: N): `${N}_detail` => `${noun}_detail`

/** The page that shows a record of any entity; undefined if there is none. */
export function placeOfRecord(noun: string, id: number): Place | undefined {
  if (paged.includes(noun)) return { name: detailOf(noun as Entity), params: { id } }
  return listed.includes(noun) ? { name: noun as RouteName, search: { id } } : undefined
}
