import { useQuery } from '@tanstack/react-query'
import type { PartyNoun } from '#contract/noun.ts'
import { editors } from '#contract/role.ts'
import { listStandings, type Standing } from '#contract/standing.ts'
import { call } from '#web/platform/api.ts'
import { useRole } from '#web/platform/session.ts'

type Wanted = {
  noun: PartyNoun
  id: number
  resolve: (standing: Standing | null) => void
  reject: (error: unknown) => void
}

/** As many as a request takes of each noun. */
const atOnce = 100
let wanted: Wanted[] = []

/** Marks of one screen are one request, to which each name adds its own. */
function ask(noun: PartyNoun, id: number): Promise<Standing | null> {
  return new Promise((resolve, reject) => {
    wanted.push({ noun, id, resolve, reject })
    if (wanted.length === 1) setTimeout(send, 0)
  })
}

async function send(): Promise<void> {
  const all = wanted
  wanted = []
  for (let from = 0; from < all.length; from += atOnce) {
    const part = all.slice(from, from + atOnce)
    const idsOf = (noun: PartyNoun) => [...new Set(part.filter(each => each.noun === noun).map(({ id }) => String(id)))]
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

/** Status of a party on lists, for users who may see hits; null where there is none. */
export function useStanding(noun: PartyNoun, id: number): Standing | null {
  const role = useRole()
  const { data } = useQuery({
    // Read again whenever a decision is made, as everything of screening is.
    queryKey: ['screening', 'standing', noun, id],
    queryFn: () => ask(noun, id),
    enabled: role !== null && editors.includes(role),
    staleTime: 30_000,
  })
  return data ?? null
}
