import {
  type ExaminerDrop,
  type ExaminerFigure,
  type ExaminerMiss,
  type ExaminerRun,
  examinerLimits,
} from '#contract/examiner.api.ts'
import {
  type Answer,
  engineOptions,
  listsNow,
  matchLists,
  partyOfEntry,
  readRule,
} from '#server/features/screening/screening.service.ts'
import type { Script } from '#server/name/name.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type AlteredQuery, alterName } from './alter.ts'
import {
  findRun,
  findRuns,
  findSample,
  insertRun,
  isWaiting,
  removeOldRuns,
  type SampledEntry,
} from './examiner.queries.ts'

// The figures of runs, and which of them dropped.
type RunFigures = Pick<ExaminerRun, 'lists' | 'figures'>
type Sum = { asked: number; found: number }

/** Sums by list, by script and by alteration, of only those lists. */
function sumsOf({ figures }: RunFigures, lists: ReadonlySet<number>): Map<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const { list_id, script, alteration, asked, found } of figures) {
    if (!lists.has(list_id)) continue
    for (const key of [`list:${list_id}`, `script:${script}`, `alteration:${alteration}`]) {
      const sum = sums.get(key) ?? { asked: 0, found: 0 }
      sums.set(key, { asked: sum.asked + asked, found: sum.found + found })
    }
  }
  return sums
}

const versionsOf = ({ lists }: RunFigures) => new Map(lists.map(({ id, version }) => [id, version]))

/**
 * Figures that dropped by more than the margin against the mean of previous runs, each computed over the lists that
 * have the same version in both. A list with a new version is compared from its next run on, because different entries
 * give different figures. The newest runs come first.
 */
export function findDrops(run: RunFigures, before: readonly RunFigures[]): ExaminerDrop[] {
  const now = versionsOf(run)
  const falls = new Map<string, { before: number; now: number; runs: number }>()
  for (const other of before.slice(0, examinerLimits.runsBefore)) {
    const same = new Set(other.lists.filter(({ id, version }) => now.get(id) === version).map(({ id }) => id))
    const own = sumsOf(run, same)
    for (const [key, sum] of sumsOf(other, same)) {
      const { asked, found } = own.get(key) ?? { asked: 0, found: 0 }
      if (Math.min(sum.asked, asked) < examinerLimits.leastQueries) continue
      const known = falls.get(key) ?? { before: 0, now: 0, runs: 0 }
      falls.set(key, {
        before: known.before + sum.found / sum.asked,
        now: known.now + found / asked,
        runs: known.runs + 1,
      })
    }
  }
  return [...falls].flatMap(([name, { before, now, runs }]) => {
    const at = name.indexOf(':')
    const drop = { kind: name.slice(0, at) as ExaminerDrop['kind'], key: name.slice(at + 1) }
    return before / runs - now / runs > examinerLimits.margin
      ? [{ ...drop, before: before / runs, now: now / runs }]
      : []
  })
}

/** The same sample each night, so that the figures of two nights differ only if screening or a list has changed. */
const nightlySeed = 'examiner-1'
const mostHits = 20
/** Queries in one call of the engine; other work can run between the calls. */
const portion = 10
const mostInstead = 3
const maxListedRuns = 90
const dayMs = 24 * 3_600_000

/** `without`: a script whose words the engine cannot read, as if its romaniser were disabled. */
type ExaminerOptions = { seed?: string; sample?: number; without?: Script; signal?: AbortSignal | undefined }

type ExaminationResult = { figures: ExaminerFigure[]; misses: ExaminerMiss[]; skipped: number; sampled: number }

/**
 * Screens altered names from a sample of every list as queries, and stores how many were found, in one transaction at
 * the end.
 */
export async function examineScreening(
  ctx: Ctx,
  { seed = nightlySeed, sample = examinerLimits.sample, without, signal }: ExaminerOptions = {},
): Promise<number> {
  const started_at = ctx.now().toISOString()
  const [rule, lists] = await Promise.all([readRule(ctx), listsNow(ctx)])
  const { threshold, weights } = engineOptions(rule)
  const options = { cutoff: threshold, limit: mostHits, weights, ...(without && { without }) }
  const all: ExaminationResult[] = []
  for (const list of lists) {
    const entries = await findSample(ctx, list.id, seed, sample)
    const matchQueries = async (queries: readonly AlteredQuery[]) => {
      signal?.throwIfAborted()
      return await matchLists(
        ctx,
        [list],
        queries.map(({ party }) => party),
        options,
      )
    }
    all.push(await examineEntries(list.id, entries, seed, matchQueries))
  }
  const figures = all.flatMap(each => each.figures)
  const misses = all.flatMap(each => each.misses)
  const lists_ = lists.map((list, n) => ({ ...list, sampled: all[n]!.sampled }))
  return await inTransaction(ctx, async ctx => {
    const run = {
      ...{ started_at, ended_at: ctx.now().toISOString(), seed, rule: rule.version, threshold: rule.threshold },
      ...{ lists: lists_, figures },
      asked: figures.reduce((sum, { asked }) => sum + asked, 0),
      found: figures.reduce((sum, { found }) => sum + found, 0),
      skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    }
    const before = (await findRuns(ctx, maxListedRuns)).filter(other => other.seed === seed)
    const drops = findDrops(
      run,
      before.filter(({ drops }) => drops.length === 0),
    )
    if (drops.length > 0) ctx.log.error({ drops }, 'examiner: recall of altered names fell below the previous runs')
    await removeOldRuns(ctx, new Date(ctx.now().getTime() - examinerLimits.keptDays * dayMs))
    return await insertRun(ctx, {
      ...{ ...run, drops },
      ...{ misses: misses.slice(0, examinerLimits.misses), missed: misses.length },
    })
  })
}

async function examineEntries(
  listId: number,
  entries: readonly SampledEntry[],
  seed: string,
  matchQueries: (queries: readonly AlteredQuery[]) => Promise<Answer[]>,
): Promise<ExaminationResult> {
  const figures = new Map<string, ExaminerFigure>()
  const misses: ExaminerMiss[] = []
  let skipped = 0
  const queries = entries.flatMap(entry => {
    const altered = alterName(partyOfEntry(entry), entry.key, seed)
    if (altered.length === 0) skipped += 1
    return altered.map(query => ({ entry, ...query }))
  })
  for (let at = 0; at < queries.length; at += portion) {
    const batch = queries.slice(at, at + portion)
    const answers = await matchQueries(batch)
    for (const [n, { entry, alteration, script, text }] of batch.entries()) {
      const hits = answers[n]?.hits ?? []
      const isFound = hits.some(({ entry_id }) => entry_id === entry.id)
      const key = `${script} ${alteration}`
      const figure = figures.get(key) ?? { list_id: listId, script, alteration, asked: 0, found: 0 }
      figures.set(key, { ...figure, asked: figure.asked + 1, found: figure.found + (isFound ? 1 : 0) })
      if (isFound) continue
      misses.push({
        // units: the first of several names, not a letter of one.
        ...{ list_id: listId, entry_key: entry.key, caption: entry.properties.name?.[0] ?? entry.key },
        ...{ script, alteration, query: text },
        instead: hits.slice(0, mostInstead).map(({ caption, score }) => ({ caption, score })),
      })
    }
  }
  const sorted = [...figures].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, figure]) => figure)
  return { figures: sorted, misses, skipped, sampled: entries.length }
}

export async function listExaminerRuns(ctx: Ctx): Promise<{ is_waiting: boolean; runs: ExaminerRun[] }> {
  const [is_waiting, runs] = await Promise.all([isWaiting(ctx), findRuns(ctx, maxListedRuns)])
  return { is_waiting, runs }
}

export async function getExaminerRun(ctx: Ctx, id: number) {
  const found = await findRun(ctx, id)
  if (!found) throw new AppError('not_found')
  return found
}

export async function startExaminer(ctx: Ctx): Promise<null> {
  await addJob(ctx.db, 'examine_screening', {}, { key: 'examine_screening', queue: 'screening' })
  return null
}

type ExaminerState = { ended_at: string | null; recall: number | null; drops: number }

/** A summary of the newest run, for alarms. */
export async function measureExaminer(ctx: Ctx): Promise<ExaminerState> {
  const [run] = await findRuns(ctx, 1)
  if (!run) return { ended_at: null, recall: null, drops: 0 }
  return { ended_at: run.ended_at, recall: run.asked === 0 ? null : run.found / run.asked, drops: run.drops.length }
}
