import { useQuery } from '@tanstack/react-query'
import type { PartyEntity } from '#contract/registry.ts'
import { editors } from '#contract/role.ts'
import { listStandings, type SanctionStatus } from '#contract/standing.api.ts'
import { call } from '#web/platform/api.ts'
import { useRole } from '#web/platform/session.ts'

type StatusRequest = {
  noun: PartyEntity
  id: number
  resolve: (standing: SanctionStatus | null) => void
  reject: (error: unknown) => void
}

/** The maximum per entity in one request. */
const atOnce = 100
let pendingRequests: StatusRequest[] = []

/** Batches the marks of one screen into one request. */
function requestStatus(noun: PartyEntity, id: number): Promise<SanctionStatus | null> {
  return new Promise((resolve, reject) => {
    pendingRequests.push({ noun, id, resolve, reject })
    if (pendingRequests.length === 1) setTimeout(sendPending, 0)
  })
}

async function sendPending(): Promise<void> {
  const all = pendingRequests
  pendingRequests = []
  for (let from = 0; from < all.length; from += atOnce) {
    const part = all.slice(from, from + atOnce)
    const idsOf = (noun: PartyEntity) => [
      ...new Set(part.filter(each => each.noun === noun).map(({ id }) => String(id))),
    ]
    const [og, person] = [idsOf('og'), idsOf('person')]
    try {
      const { items } = await call(listStandings, {
        query: { ...(og.length > 0 && { og }), ...(person.length > 0 && { person }) },
      })
      for (const { noun, id, resolve } of part)
        resolve(items.find(item => item.noun === noun && item.id === id) ?? null)
    } catch (error) {
      for (const { reject } of part) reject(error)
    }
  }
}

const noStandings: ReadonlyMap<string, SanctionStatus> = new Map()

/** The parties that have a status on lists, by entity and id (`og 3`); empty for users who may not see hits. */
export function useSanctionStatuses(
  parties: readonly { noun: PartyEntity; id: number }[],
): ReadonlyMap<string, SanctionStatus> {
  const role = useRole()
  const keys = parties.map(({ noun, id }) => `${noun} ${id}`).sort()
  const { data } = useQuery({
    queryKey: ['screening', 'standing', 'many', keys.join()],
    queryFn: async () => {
      const found = await Promise.all(parties.map(({ noun, id }) => requestStatus(noun, id)))
      return new Map(found.flatMap(each => (each ? [[`${each.noun} ${each.id}`, each] as const] : [])))
    },
    enabled: role !== null && editors.includes(role) && parties.length > 0,
    staleTime: 30_000,
    placeholderData: before => before,
  })
  return data ?? noStandings
}

/** Status of a party on lists, for users who may see hits; null if there is none. */
export function useSanctionStatus(noun: PartyEntity, id: number): SanctionStatus | null {
  const role = useRole()
  const { data } = useQuery({
    // Read again after each decision, like all data of screening.
    queryKey: ['screening', 'standing', noun, id],
    queryFn: () => requestStatus(noun, id),
    enabled: role !== null && editors.includes(role),
    staleTime: 30_000,
  })
  return data ?? null
}
