import type * as contract from '#contract/coverage.api.ts'
import { type Coverage, type CoveragePart, coverageParts, type ScreeningCoverage } from '#contract/coverage.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import { measureLists, measureScreening } from '#server/features/screening/screening.service.ts'
import { measureReaders } from '#server/features/upload/upload.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import {
  countQuarantined,
  countQuarantinedJobs,
  countUnindexed,
  countUnscreened,
  findChecks,
  findListFiles,
  findSitesBehind,
  isReadableParty,
  type ListFile,
  measurePages,
  measureSearch,
  measureSearchLag,
} from './coverage.queries.ts'
import { measureTexts } from './text.queries.ts'

/** Each part is measured separately: one that fails is null and does not hide the others. */
export async function measureCoverage(ctx: Ctx): Promise<Coverage> {
  const part = <T>(name: string, measure: () => Promise<T>): Promise<T | null> =>
    measure().catch(error => {
      ctx.log.warn({ err: error, part: name }, 'coverage: measurement of a part failed')
      return null
    })
  const [screening, documents, mentions, pages, search, checks] = await Promise.all([
    part('screening', () => screeningOf(ctx)),
    part('documents', () => documentsOf(ctx)),
    part('mentions', () => mentionsOf(ctx)),
    part('pages', () => pagesOf(ctx)),
    part('search', () => searchOf(ctx)),
    findChecks(ctx),
  ])
  return { at: ctx.now().toISOString(), screening, documents, mentions, pages, search, checks }
}

async function pagesOf(ctx: Ctx): Promise<NonNullable<Coverage['pages']>> {
  const [counts, behind] = await Promise.all([countPages(ctx), findSitesBehind(ctx)])
  return { ...counts, behind }
}

async function countPages(ctx: Ctx) {
  const [counts, quarantined] = await Promise.all([measurePages(ctx), countQuarantined(ctx, ['round', 'judge'])])
  return { ...counts, quarantined }
}

export async function getPagesCoverage(ctx: Ctx): Promise<Reply<typeof contract.getPagesCoverage>> {
  return { at: ctx.now().toISOString(), ...(await countPages(ctx)) }
}

export async function getSearchCoverage(ctx: Ctx): Promise<Reply<typeof contract.getSearchCoverage>> {
  const [lag, quarantined] = await Promise.all([measureSearchLag(ctx), countUnindexed(ctx)])
  return { at: ctx.now().toISOString(), ...lag, quarantined }
}

async function searchOf(ctx: Ctx): Promise<NonNullable<Coverage['search']>> {
  const [counts, quarantined] = await Promise.all([measureSearch(ctx), countQuarantined(ctx, ['search'])])
  return { ...counts, quarantined }
}

async function screeningOf(ctx: Ctx): Promise<NonNullable<Coverage['screening']>> {
  const [{ lists, ...counts }, files] = await Promise.all([measureScreening(ctx), findListFiles(ctx)])
  const measured = new Map(lists.map(list => [list.id, list]))
  const none = { entries: 0, screened_version: null, compared: 0, waiting: counts.records }
  return {
    ...counts,
    lists: files.map(file => {
      const { entries, screened_version, compared, waiting } = measured.get(file.id) ?? none
      return { ...file, entries, screened_version, compared, waiting }
    }),
  }
}

async function documentsOf(ctx: Ctx): Promise<NonNullable<Coverage['documents']>> {
  const [{ unreadable: reasons, ...counts }, quarantined] = await Promise.all([
    measureReaders(ctx),
    countQuarantinedJobs(ctx, 'read_upload'),
  ])
  return { ...counts, reasons, unreadable: totalOf(reasons), quarantined }
}

const totalOf = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0)

async function mentionsOf(ctx: Ctx): Promise<NonNullable<Coverage['mentions']>> {
  const [counts, quarantined] = await Promise.all([measureTexts(ctx), countQuarantined(ctx, ['rescan'])])
  return { ...counts, quarantined }
}

export async function getTextCoverage(ctx: Ctx): Promise<Reply<typeof contract.getTextCoverage>> {
  const [counts, { waiting, unreadable, partly_read }] = await Promise.all([
    measureTexts(ctx, { readable: true }),
    measureReaders(ctx),
  ])
  const documents = { waiting, unreadable: totalOf(unreadable), partly_read }
  return { at: ctx.now().toISOString(), ...counts, documents }
}

export type CoverageLag = {
  part: CoveragePart
  waiting: number
  oldest_waiting_at: string | null
  different: number
  checked_at: string | null
}

/**
 * For each part: the waiting items, their oldest time, and the differences found by its last nightly check; used by
 * alarms.
 */
export async function measureLag(ctx: Ctx): Promise<CoverageLag[]> {
  const { screening, documents, mentions, pages, search, checks } = await measureCoverage(ctx)
  const parts = { screening, documents, mentions, pages, search }
  const missing = coverageParts.find(part => parts[part] === null)
  if (missing) throw new Error(`coverage of ${missing} could not be measured`)
  return coverageParts.map(part => {
    const { waiting = 0, oldest_waiting_at = null } = parts[part] ?? {}
    const check = checks.find(each => each.part === part)
    return { part, waiting, oldest_waiting_at, different: check?.different ?? 0, checked_at: check?.at ?? null }
  })
}

/** Lists without a version in force, or whose newest file is not in force. */
export async function findListsBehind(ctx: Ctx): Promise<{ id: number; name: string; version: number | null }[]> {
  const files = await findListFiles(ctx)
  return files.filter(isBehind).map(({ id, name, version }) => ({ id, name, version }))
}

const isBehind = ({ version, newer }: ListFile) => version === null || newer !== null

/** The coverage behind "no hit", for one record or for all records that the requester may read. */
export async function getScreeningCoverage(
  ctx: Ctx,
  { noun, id }: Received<typeof contract.getScreeningCoverage>['query'],
): Promise<ScreeningCoverage> {
  if ((noun === undefined) !== (id === undefined)) throw new AppError('invalid')
  const only = noun !== undefined && id !== undefined ? { noun, id } : null
  if (only && !(await isReadableParty(ctx, only))) throw new AppError('not_found')
  const [lists, files, counts] = await Promise.all([measureLists(ctx), findListFiles(ctx), countUnscreened(ctx, only)])
  return {
    at: ctx.now().toISOString(),
    lists: lists.length,
    compared_lists: lists.filter(({ is_whole }) => is_whole).length,
    entries: lists.reduce((sum, { entries }) => sum + entries, 0),
    outdated: files.filter(isBehind).length,
    unreadable: files.reduce((sum, { unreadable }) => sum + unreadable, 0),
    ...counts,
  }
}
