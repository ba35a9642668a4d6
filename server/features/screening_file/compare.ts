import { isSameNameAlone } from '#contract/match-reason.ts'
import { type ComparedList, type FileRowResult, screeningFileLimits } from '#contract/screening_file.api.ts'
import type { ScreeningRule } from '#contract/screening_rule.api.ts'
import {
  type Answer,
  engineOptions,
  isStrong,
  listsNow,
  type MatchHit,
  matchLists,
  readRuleOf,
} from '#server/features/screening/screening.service.ts'
import { columnName, unreadColumns } from '#server/ingest/columns/unread-columns.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { StepStopped } from '#server/ingest/staging/step.ts'
import type { Party, Weights } from '#server/name/name.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { readDates } from './dates.ts'
import { type DatesByColumn, faultOf, partyOfRow } from './plan.ts'
import { deleteResults, findRowsAfter, type ScreenedRow, type StoredFileRow, saveJudged } from './row.queries.ts'
import { noResults, type StoredFile, screeningFiles } from './screening_file.queries.ts'
import { noteText } from './sentences.ts'
import type { FileWork } from './step.ts'

/** Rows in one call of the engine; changed records are compared between two calls. */
const rowsAtOnce = 100

/** Compares row after row with lists. After an interruption it continues after the last row that was stored. */
export async function compareFile(ctx: Ctx, row: StoredFile, work: FileWork): Promise<void> {
  const dates = await readDates(ctx, row)
  for (let file = row; ; ) {
    const lists = file.lists
    if (lists.length === 0) throw new IngestFault('no_lists')
    const rows = await findRowsAfter(ctx, file.id, file.progress, rowsAtOnce)
    const { judged, unread } = await judge(ctx, file, rows, dates)
    file = await work.inStep(ctx, async (ctx, now) => {
      // Another job of this step was faster.
      if (now.progress !== file.progress) throw new StepStopped()
      const still = await listsNow(
        ctx,
        lists.map(({ id }) => id),
      )
      if (!isSame(still, lists)) {
        // All results must belong to one version of each list: if a list has a new version, the comparison starts
        // again.
        await deleteResults(ctx, file.id)
        return await screeningFiles.change(ctx, file.id, { lists: still, ...noResults })
      }
      await saveJudged(ctx, file.id, judged)
      const progress = rows.at(-1)?.n ?? file.progress
      const isDone = progress >= file.row_count
      return await screeningFiles.change(ctx, file.id, {
        ...{ progress, counts: addCounts(now.counts, judged), unread },
        uncompared: now.uncompared + judged.filter(row => row.uncompared > 0).length,
        ...(isDone && { state: 'done' as const }),
      })
    })
    if (file.state === 'done') return
    work.pause()
  }
}

type JudgedRow = ScreenedRow & { uncompared: number }

const isSame = (a: readonly ComparedList[], b: readonly ComparedList[]) =>
  a.length === b.length && a.every(({ id, version }, n) => id === b[n]?.id && version === b[n]?.version)

function addCounts(before: StoredFile['counts'], judged: readonly ScreenedRow[]): StoredFile['counts'] {
  const counts = { ...before }
  for (const { result } of judged) if (result) counts[result] += 1
  return counts
}

async function judge(
  ctx: Ctx,
  file: StoredFile,
  rows: readonly StoredFileRow[],
  dates: DatesByColumn,
): Promise<{ judged: JudgedRow[]; unread: StoredFile['unread'] }> {
  const unread = unreadColumns(file.unread)
  const read = rows.map(({ n, cells }) => {
    const { party, name, notes } = partyOfRow(file.plan, cells, dates)
    for (const { at, value } of notes) unread.add(columnName(file.columns[at] ?? '', at), value)
    return { n, party, notes: notes.map(noteText), fault: faultOf(name) ?? null }
  })
  const rule = await readRuleOf(ctx, file.rule_version)
  const { weights } = engineOptions(rule)
  const whole = read.filter(({ fault }) => fault === null)
  const answers = await hitsOf(
    ctx,
    file,
    whole.map(({ party }) => party),
    weights,
  )
  const hits = new Map(whole.map(({ n }, place) => [n, answers[place] ?? null]))
  const judged = read.map(({ n, notes, fault }): JudgedRow => {
    const found = hits.get(n) ?? null
    const wrong = fault ?? (found === null ? 'not_comparable' : null)
    const [best] = found?.hits ?? []
    const score = best?.score ?? null
    return {
      ...{ n, score, fault: wrong, hit_count: found?.count ?? 0 },
      notes: [...notes, ...uncomparedNotes(found)],
      uncompared: found?.uncompared ?? 0,
      result: wrong === null ? resultOf({ ...rule, strong: file.strong }, best) : 'wrong',
      hits: found?.hits ?? [],
    }
  })
  return { judged, unread: unread.list() }
}

export const uncomparedNotes = (found: Answer | null) =>
  found?.uncompared ? [noteText({ code: 'uncompared', value: found.uncompared.toLocaleString('en-US') })] : []

/** A match of an organisation's whole name counts as strong, even if its score is lower. */
export function resultOf(rule: ScreeningRule, best: MatchHit | undefined): FileRowResult {
  if (!best) return 'none'
  return isStrong(best.score, rule) || isSameNameAlone(best.schema, best.features) ? 'strong' : 'possible'
}

/** A row that cannot be compared (null) does not block the others. */
async function hitsOf(
  ctx: Ctx,
  file: StoredFile,
  parties: readonly Party[],
  weights: Weights,
): Promise<(Answer | null)[]> {
  if (parties.length === 0) return []
  try {
    return await matchLists(ctx, file.lists, parties, {
      cutoff: file.plan.threshold / 100,
      limit: screeningFileLimits.hits,
      weights,
    })
  } catch (error) {
    if (isTransient(error)) throw error
    if (parties.length === 1) {
      ctx.log.error({ err: error, screening_file_id: file.id }, 'screening file: a row could not be screened')
      return [null]
    }
    const half = Math.ceil(parties.length / 2)
    const before = await hitsOf(ctx, file, parties.slice(0, half), weights)
    return [...before, ...(await hitsOf(ctx, file, parties.slice(half), weights))]
  }
}
