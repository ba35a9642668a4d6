import type { CoverageDifference, CoveragePart } from '#contract/coverage.api.ts'
import { recheckVersions } from '#server/features/diff/diff.service.ts'
import { recheckOwnTexts } from '#server/features/own_text/own_text.service.ts'
import { queueForgotten, recheckSample } from '#server/features/screening/screening.service.ts'
import { queueEntries } from '#server/features/search/search.service.ts'
import { recheckFiles, recheckUploads } from '#server/features/upload/upload.service.ts'
import { type RescanAdapter, recheckPages } from '#server/features/word/word.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { findMissingEntries } from './check.queries.ts'
import { insertCheck, removeOldChecks } from './coverage.queries.ts'

const sampleSize = 200
/** Reading a file takes up to twenty seconds of one core. */
const fileSampleSize = 20
const retentionDays = 90
const dayMs = 24 * 3_600_000

type CoverageProbe = (ctx: Ctx, size: number) => Promise<{ sampled: number; examples: CoverageDifference[] }>

/**
 * Compares a sample of records with whole lists again and queues those that differ. Also queues all records that were
 * never compared in their present state.
 */
const checkScreening: CoverageProbe = async (ctx, size) => {
  const { sampled, differences } = await recheckSample(ctx, size)
  const forgotten = await queueForgotten(ctx)
  const examples: CoverageDifference[] = differences
    // Near the threshold a score depends on the other entries of the list, so such a difference is no fault.
    .filter(({ is_near }) => !is_near)
    .map(({ kind, noun, record_id, list_id, entry_key }) => ({
      key: `${noun}:${record_id}`,
      fault: kind === 'unproven' ? kind : (`hit_${kind}` as const),
      of: list_id === null ? null : `#${list_id} ${entry_key}`,
    }))
  if (forgotten > 0) examples.push({ key: 'screening', fault: 'forgotten', of: String(forgotten) })
  return { sampled, examples }
}

/** Searches pages, uploads and own texts, a third of the sample each, again with a freshly built dictionary. */
const checkMentions =
  (adapter: RescanAdapter): CoverageProbe =>
  async (ctx, size) => {
    const third = Math.ceil(size / 3)
    const all = [
      await recheckPages(ctx, adapter, third),
      await recheckUploads(ctx, third),
      await recheckOwnTexts(ctx, third),
    ]
    return {
      sampled: all.reduce((sum, { sampled }) => sum + sampled, 0),
      examples: all.flatMap(({ examples }) => examples),
    }
  }

/** Compares a sample of records with their entries in the search index; missing and outdated entries are queued. */
const checkSearch: CoverageProbe = async (ctx, size) => {
  const { wrong, ...found } = await findMissingEntries(ctx, size)
  if (wrong.length > 0) await inTransaction(ctx, ctx => queueEntries(ctx, wrong))
  return found
}

/** How each part is computed again without its queue and index. */
const checksOf = (adapter: RescanAdapter): Record<CoveragePart, CoverageProbe> => ({
  screening: checkScreening,
  documents: ctx => recheckFiles(ctx, fileSampleSize),
  mentions: checkMentions(adapter),
  pages: recheckVersions,
  search: checkSearch,
})

/**
 * Compares a sample of each part again; differing items are queued. If the check of a part fails, the other parts are
 * still checked, and the failures are thrown at the end.
 */
export const checkCoverage = async (ctx: Ctx, adapter: RescanAdapter, signal?: AbortSignal): Promise<void> => {
  const failures: unknown[] = []
  for (const [part, check] of Object.entries(checksOf(adapter)) as [CoveragePart, CoverageProbe][])
    try {
      signal?.throwIfAborted()
      const found = await check(ctx, sampleSize)
      await inTransaction(ctx, ctx => insertCheck(ctx, part, found))
      if (found.examples.length > 0)
        ctx.log.error({ part, examples: found.examples.slice(0, 10) }, 'coverage: nightly check found differences')
    } catch (error) {
      failures.push(error)
    }
  await removeOldChecks(ctx, new Date(ctx.now().getTime() - retentionDays * dayMs))
  if (failures.length > 0) throw new AggregateError(failures, 'coverage: the nightly check of a part failed')
}

export const coverageJobs = (adapter: RescanAdapter): Jobs => ({
  check_coverage: (ctx, _payload, { signal }) => checkCoverage(ctx, adapter, signal),
})

export const coverageCrontab = ['7 2 * * * check_coverage']
