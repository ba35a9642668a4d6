// Days of rounds with retention periods: the stored data must stop growing once the first period is over.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { reviewThreshold } from '#contract/diff.api.ts'
import { obeyRetention, setRetention } from '#server/features/erasure/retention.ts'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { tidyBlobs } from '#server/store/tidy.ts'
import { runRound } from './round.ts'

const dayMs = 86_400_000
/** Versions that are not the last of their page are removed after this many days. */
const retentionDays = 7
const everyDays = 5
const measuredTables = ['page_version', 'diff', 'blob', 'hit', 'page', 'round', 'frontier', 'news', 'search_entry']

type GrowthDay = {
  day: number
  versions: number
  mb: number
  dead: number
  packsMb: number
  roundMs: number
  nightMs: number
}

/**
 * Each day a round of every site; in the evening the waiting differences are decided; each night retention and tidying.
 * Reports every five days.
 */
export async function measureDays(
  system: Ctx,
  pool: pg.Pool,
  work: { days: number; sites: number; folder: string },
): Promise<GrowthDay[]> {
  await setRetention(system, [{ noun: 'page_version', days: retentionDays }])
  const begun = Date.now()
  const days: GrowthDay[] = []
  for (let day = 1; day <= work.days; day += 1) {
    const ctx: Ctx = { ...system, now: () => new Date(begun + day * dayMs) }
    const roundMs = await measureMs(async () => {
      for (let site = 1; site <= work.sites; site += 1) await runRound(ctx, site, (_name, act) => act().then(() => {}))
    })
    await pool.query(`update diff set status = 'done' where status = 'unread' and score >= $1`, [reviewThreshold])
    const nightMs = await measureMs(async () => {
      // A different process than the writing one, because the pack in use has today's date by every clock.
      const night = { ...ctx, blobs: openFileBlobs(join(work.folder, 'blobs')) }
      await obeyRetention(night)
      await tidyBlobs(night, undefined, { isLooseOnly: day % 7 > 0 })
    })
    if (day % everyDays > 0 && day > 1) continue
    days.push({
      day,
      ...(await measureStored(pool)),
      packsMb: megabytesOf(join(work.folder, 'blobs')),
      roundMs,
      nightMs,
    })
    console.error(`  day ${day}: ${JSON.stringify(days.at(-1))}`)
  }
  return days
}

async function measureMs(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return Math.round(performance.now() - startedAt)
}

type StoredSize = Pick<GrowthDay, 'versions' | 'mb' | 'dead'>

async function measureStored(pool: pg.Pool): Promise<StoredSize> {
  const { rows } = await pool.query<StoredSize>(
    `select (select count(*)::int from page_version) as versions,
       round(sum(pg_total_relation_size(relid)) / 1e6)::int as mb, sum(n_dead_tup)::int as dead
     from pg_stat_user_tables where relname = any($1)`,
    [measuredTables],
  )
  return rows[0] as StoredSize
}

function megabytesOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return Math.round(entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0) / 1e6)
}
