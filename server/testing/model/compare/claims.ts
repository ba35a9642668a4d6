import { listClaims } from '#contract/claim.api.ts'
import type { ModelClaim, ModelWorld, Thing } from '../world.ts'
import { type Judge, joinSorted, judgedName } from './judge.ts'

/** Compares the claims of each record. A source that a reader may not see is withheld, but its statement is visible. */
export async function compareClaims({ world, compare: hold, users }: Judge): Promise<void> {
  const claimed = [...new Set(world.claims.map(claim => claim.thing))]
  for (const user of users)
    for (const thing of claimed) {
      if (!world.sees(user, thing)) continue
      const query = { noun: thing.noun, record_id: String(thing.id) } as never
      const { items, facts } = await user.client.get(listClaims, { query })
      const what = `of ${thing.noun} ${thing.id} for ${judgedName(user)}`
      const own = world.claims.filter(claim => claim.thing === thing)
      const text = (value: unknown, source: number | undefined, isWithdrawn: boolean, isShown: boolean) =>
        `${value}:${source ?? 'withheld'}:${isWithdrawn ? 'withdrawn' : 'stated'}:${isShown}`
      const model = own.map(({ value, source, isWithdrawn }) => {
        const shown = world.seesSource(user, source) ? source.id : undefined
        return text(value, shown, isWithdrawn, value === thing.region)
      })
      const product = items.map(each => text(each.value, each.source?.id, each.withdrawn_at !== null, each.is_shown))
      hold(`claims ${what}`, joinSorted(model), joinSorted(product))
      hold(`support ${what}`, stateOf(world, thing), facts.find(({ field }) => field === 'region')?.state)
    }
}

/** Determined by the latest claim of each source that was not withdrawn. */
function stateOf(world: ModelWorld, thing: Thing): string {
  const own = world.claims.filter(claim => claim.thing === thing)
  const latest = new Map<unknown, ModelClaim>()
  for (const claim of own) if (!claim.isWithdrawn) latest.set(claim.source, claim)
  const live = [...latest.values()]
  if (live.some(claim => claim.value !== thing.region)) return 'disputed'
  if (live.length > 0) return 'supported'
  return own.some(claim => claim.value === thing.region) ? 'unsupported' : 'none'
}
