import { type Entity, listedEntities, recordEntities } from '#contract/registry.ts'
import type { RouteName } from '#web/platform/route.ts'

export type PageAddress = {
  name: RouteName
  params?: Record<string, string | number>
  search?: Record<string, string | number>
}

const listedNames: readonly string[] = listedEntities
const pagedNames: readonly string[] = recordEntities.filter(noun => !listedNames.includes(noun))

/** The page of one record, by its entity. */
export const detailOf = <N extends Entity>(noun: N): `${N}_detail` => `${noun}_detail`

/** The page that shows a record of any entity; undefined if there is none. */
export function addressOfRecordPage(noun: string, id: number): PageAddress | undefined {
  if (pagedNames.includes(noun)) return { name: detailOf(noun as Entity), params: { id } }
  return listedNames.includes(noun) ? { name: noun as RouteName, search: { id } } : undefined
}
