import * as z from 'zod/mini'
import { publish } from '#server/core/events.ts'
import { findVersionsById } from '#server/features/page/page.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { quarantine, quarantinedKeys, type Retry, releaseQuarantined } from '#server/platform/jobs/quarantine.ts'
import { type DuePage, findDuePages, lockDueAlerts, saveOutcomes } from './figure.queries.ts'
import { judgeAlert } from './judge-alert.ts'
import { readFigures } from './read-figures.ts'

/** Checks the alerts of all pages whose newest version or status is another than at the last check. */
export async function checkFigures(ctx: Ctx, ogId?: number): Promise<void> {
  const due = await findDuePages(ctx, ogId)
  if (due.length === 0) return
  const quarantined = await quarantinedKeys(ctx, 'figure')
  for (const page of due) {
    const key = String(page.page_id)
    if (quarantined.has(key)) continue
    try {
      await checkPage(ctx, page)
    } catch (error) {
      if (isTransient(error)) throw error
      await quarantine(ctx, 'figure', { key, detail: { og_id: page.og_id, page_id: page.page_id }, error })
    }
  }
}

const Detail = z.object({ og_id: z.int(), page_id: z.int() })

/** Checks the alerts of a quarantined page again. */
export const retryFigures: Retry = async (ctx, { key, detail }) => {
  const { og_id, page_id } = Detail.parse(detail)
  const page = (await findDuePages(ctx, og_id)).find(each => each.page_id === page_id)
  if (page) await checkPage(ctx, page)
  await releaseQuarantined(ctx, 'figure', [key])
  return undefined
}

/** Reads the figures once for all alerts of a page; outcome and notification are written together. */
async function checkPage(ctx: Ctx, page: DuePage): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const alerts = await lockDueAlerts(ctx, page)
    if (alerts.length === 0) return
    const reading = page.is_active ? await readValues(ctx, page) : () => 'unread' as const
    const outcomes = alerts.map(alert => ({
      alert,
      outcome: judgeAlert(alert, reading(alert.key)),
    }))
    await saveOutcomes(
      ctx,
      page,
      outcomes.map(({ alert, outcome }) => ({ ...outcome, id: alert.id })),
    )
    await publish(
      ctx,
      outcomes
        .filter(({ outcome }) => outcome.notifies)
        .map(({ alert, outcome }) => ({
          kind: 'figure_alert',
          noun: 'page',
          recordId: page.page_id,
          users: [alert.owner],
          actorId: null,
          // The name is the owner's own text.
          detail: {
            figure: alert.name,
            state: outcome.state,
            value: outcome.value,
            rule: alert.rule,
            amount: alert.amount,
          },
        })),
    )
  })
}

/** The value of a figure by its key. A figure that is not in the part of a page that was read is not known to be missing. */
async function readValues(
  ctx: Ctx,
  { og_id, page_id, version_id }: DuePage,
): Promise<(key: string) => number | 'missing' | 'unread'> {
  const [version] =
    version_id === null ? [] : await findVersionsById(ctx, { id: page_id, og: { id: og_id } }, [version_id])
  const read = version && !version.is_lost ? await readFigures(ctx, og_id, version) : null
  const values = new Map(read?.figures.map(({ key, value }) => [key, value]))
  return key => values.get(key) ?? (read && !read.isCut ? 'missing' : 'unread')
}
