// Each invalid token costs a database query. A network that sends many of them is not refused, because valid users may
// share it: its unknown tokens are looked up together, a few times a second (docs/adr/0024).

import { pause } from '#server/platform/clock.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { RateLimit } from '#server/platform/jobs/quota.ts'
import { findActiveSessions } from './session.queries.ts'

const togetherEveryMs = 250
/** The most valid tokens that are remembered; the oldest is replaced. */
const maxCachedTokens = 10_000

type Turn = { hashes: Buffer[]; kept: Promise<ReadonlySet<string>> }

/** Handles the token of a request: `findSession` is called at once, with the next batch, or not at all. */
type TokenLookups = {
  look<Found>(
    ctx: Ctx,
    hash: Buffer | undefined,
    findSession: (hash: Buffer) => Promise<Found | undefined>,
  ): Promise<Found | undefined>
}

export function openStrangers(pace: Pick<RateLimit, 'stranger' | 'welcome'>): TokenLookups {
  const known = new Set<string>()
  let turn: Turn | undefined

  function remember(key: string): void {
    known.delete(key)
    known.add(key)
    if (known.size > maxCachedTokens) for (const oldest of known) return void known.delete(oldest)
  }

  /** The next batch; tokens that arrive before it starts are looked up in one statement. */
  function nextTurn(ctx: Ctx): Turn {
    if (turn) return turn
    const hashes: Buffer[] = []
    const kept = pause(togetherEveryMs).then(() => {
      turn = undefined
      return findActiveSessions(ctx.db, hashes)
    })
    turn = { hashes, kept }
    return turn
  }

  async function isKept(ctx: Ctx, hash: Buffer | undefined): Promise<boolean> {
    const { hashes, kept } = nextTurn(ctx)
    if (hash) hashes.push(hash)
    return (await kept).has(hash?.toString('hex') ?? '')
  }

  return {
    async look(ctx, hash, look) {
      const key = hash?.toString('hex') ?? ''
      const isKnown = known.has(key)
      const isCounted = !isKnown && (await pace.stranger(ctx))
      if (!isKnown && !isCounted && !(await isKept(ctx, hash))) return undefined
      const found = hash && (await look(hash))
      if (!found) {
        known.delete(key)
        return undefined
      }
      if (isCounted) pace.welcome(ctx)
      remember(key)
      return found
    },
  }
}
