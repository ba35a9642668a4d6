import type { Received, Reply } from '#contract/endpoint.ts'
import type * as contract from '#contract/figure.api.ts'
import { type FigureAlert, figureMost } from '#contract/figure.api.ts'
import {
  findVersionsById,
  getPageTimeline,
  needPage,
  needVersion,
  type PageVersionRow,
} from '#server/features/page/page.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { findAlerts, hasAlerts, insertAlert, removeAlert } from './figure.queries.ts'
import { judgeAlert } from './judge-alert.ts'
import { readFigures, readVersions } from './read-figures.ts'
import { seriesOf } from './series.ts'

export async function getPageFigures(ctx: Ctx, pageId: number): Promise<Reply<typeof contract.getPageFigures>> {
  const page = await needPage(ctx, pageId)
  const timeline = await getPageTimeline(ctx, pageId)
  const good = timeline.items.filter(({ quality }) => quality === 'good')
  const wanted = good.slice(0, figureMost.versions)
  const readable = wanted.filter(({ is_lost }) => !is_lost)
  const rows = await findVersionsById(
    ctx,
    page,
    readable.map(({ id }) => id),
  )
  const { versions, lost, partial } = await readVersions(ctx, page.og.id, rows)
  const alerts = await findAlerts(ctx, pageId)
  const series = seriesOf(versions, new Set(alerts.map(({ key }) => key)))
  const unread = wanted.length - readable.length + lost
  return { read: versions.length, total: good.length, unread, partial, ...series, alerts }
}

export async function createFigureAlert(
  ctx: Ctx,
  { page_id, ...rule }: Received<typeof contract.createFigureAlert>['body'],
): Promise<FigureAlert> {
  const page = await needPage(ctx, page_id)
  const version = await newestVersion(ctx, page)
  const figure = (await readFigures(ctx, page.og.id, version))?.figures.find(({ key }) => key === rule.key)
  if (!figure) throw fieldError('key', 'no_such_figure')
  const start = { ...rule, value: figure.value, base: figure.value, state: 'quiet' as const }
  return await inTransaction(ctx, async ctx => {
    const alert = await insertAlert(
      ctx,
      { ...rule, page_id, og_id: page.og.id, version_id: version.id },
      judgeAlert(start, figure.value),
      figureMost.alerts,
    )
    if (!alert) throw new AppError('wrong_state')
    return alert
  })
}

async function newestVersion(ctx: Ctx, page: Awaited<ReturnType<typeof needPage>>): Promise<PageVersionRow> {
  const version = page.last_version_id === null ? undefined : await needVersion(ctx, page, page.last_version_id)
  if (!version || version.is_lost) throw fieldError('key', 'no_such_figure')
  return version
}

export async function deleteFigureAlert(ctx: Ctx, id: number): Promise<null> {
  if (!(await removeAlert(ctx, id))) throw new AppError('not_found')
  return null
}

/** Queues the check of a site's alerts in the caller's transaction. */
export async function requestFigureCheck(ctx: Ctx, ogId: number): Promise<void> {
  if (await hasAlerts(ctx, ogId))
    await addJob(ctx.db, 'check_figures', { og_id: ogId }, { key: `check_figures ${ogId}` })
}

export { retryFigures } from './check-figures.ts'
