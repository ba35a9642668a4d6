import { clearBriefEvent } from '#contract/dashboard.api.ts'
import type { DiffStatus } from '#contract/diff.api.ts'
import type { InboxItem, InboxKind } from '#contract/inbox.api.ts'
import { createReportComment } from '#contract/report-work.api.ts'
import { actOnChecks } from '#web/features/claim/claim.ts'
import { reviewCluster, reviewDiff, reviewMany } from '#web/features/diff/diff.ts'
import { decideDuplicate } from '#web/features/duplicate/duplicate.ts'
import { markRead } from '#web/features/notification/notification.ts'
import { decideHit } from '#web/features/screening/screening.ts'
import { judgeUpload } from '#web/features/upload/upload.ts'
import { call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { rememberUndo } from '#web/platform/undo.ts'
import { inboxMessages } from './messages.ts'

/** Decisions that have a key in every queue: d yes, x no, w unsure, i important. */
export const inboxActs = ['yes', 'no', 'unsure', 'important'] as const
export type InboxAct = (typeof inboxActs)[number]
export const actKeys: Record<InboxAct, string> = { yes: 'd', no: 'x', unsure: 'w', important: 'i' }

/** The acts of each kind that need nothing but the row. Reports are read before they are decided. */
export const actsOf: Record<InboxKind, readonly InboxAct[]> = {
  diff: ['yes', 'no', 'important'],
  screening: ['yes', 'no', 'unsure'],
  fact_check: ['yes'],
  duplicate: ['yes', 'no', 'unsure'],
  upload: ['yes', 'no'],
  report: [],
  notification: ['yes'],
  event: ['yes'],
}

const diffStatusOf = { yes: 'done', no: 'ignored', important: 'important' } as const satisfies Partial<
  Record<InboxAct, DiffStatus>
>
/** Null: without a note. */
type Note = string | null
const decisionOf = { yes: 'same', no: 'different', unsure: 'unsure' } as const

/**
 * Sends the decision on an item and offers to undo it. `isCluster`: also for every page with the same change. Failures
 * are shown, not thrown. An upload is rejected in a dialog, because that takes a reason. `note` is stored with the
 * decision; without it, a note that is already stored stays.
 */
export async function decideItem(item: InboxItem, act: InboxAct, isCluster: boolean, note?: Note): Promise<void> {
  try {
    await send(item, act, isCluster, note)
  } catch (error) {
    showError(error)
  }
}

async function send(item: InboxItem, act: InboxAct, isCluster: boolean, note?: Note): Promise<unknown> {
  switch (item.kind) {
    case 'diff': {
      const status = diffStatusOf[act as keyof typeof diffStatusOf]
      const [first] = item.diffs
      if (!first) return
      if (item.diffs.length === 1) return isCluster ? reviewCluster(first, status) : reviewDiff(first, { status })
      const ids = item.diffs.map(({ id }) => id)
      return reviewMany(isCluster ? item.diffs.map(clusterOf) : [{ ids }], { status })
    }
    case 'screening':
      return decideHit(item.screening, {
        state: decisionOf[act as keyof typeof decisionOf],
        ...(note !== undefined && { note }),
      })
    case 'duplicate':
      return decideDuplicate(item.duplicate, decisionOf[act as keyof typeof decisionOf], note)
    case 'fact_check': {
      const ids = item.checks.map(({ id }) => id)
      const { ids: settled = [] } = await actOnChecks({ act: 'settle', ...(note && { note }) }, { ids })
      return done(() => actOnChecks({ act: 'reopen' }, { ids: settled }))
    }
    case 'upload': {
      const status = act === 'no' ? 'rejected' : 'accepted'
      await judgeUpload(item.upload, { status, reason: note ?? null })
      return notify({ kind: 'success', id: 'inbox', text: translate(inboxMessages)('done') })
    }
    case 'notification': {
      const ids = [item.notification.id]
      await markRead({ ids, read: true })
      return done(() => markRead({ ids, read: false }))
    }
    case 'event': {
      const event_id = item.event.id
      const clear = async (is_done: boolean) => {
        await call(clearBriefEvent, { body: { event_id, is_done } })
        await refresh('dashboard')
      }
      await clear(true)
      return done(() => clear(false))
    }
  }
}

type DiffItem = Extract<InboxItem, { kind: 'diff' }>['diffs'][number]
const clusterOf = (diff: DiffItem) => (diff.cluster === null ? { ids: [diff.id] } : { sameAs: diff })

function done(undo: () => Promise<unknown>): void {
  rememberUndo(translate(inboxMessages)('done'), async () => {
    await undo()
    return undefined
  })
}

/** Writes a comment on a report that waits for its review; a failure is shown. True if the server stored it. */
export async function commentOn(report: { id: number }, content: string): Promise<boolean> {
  try {
    await call(createReportComment, { params: { id: report.id }, body: { content } })
    notify({ kind: 'success', id: 'inbox', text: translate(inboxMessages)('commented') })
    await refresh('report')
    return true
  } catch (error) {
    showError(error)
    return false
  }
}
