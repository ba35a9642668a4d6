import { dashboardBrief } from '#contract/dashboard.api.ts'
import { type Diff, listDiffs as diffsEndpoint, reviewThreshold } from '#contract/diff.api.ts'
import { listDuplicates as duplicatesEndpoint } from '#contract/duplicate.api.ts'
import type { Endpoint, Received, Reply } from '#contract/endpoint.ts'
import type { EventSummary } from '#contract/event-view.api.ts'
import { listFactChecks as checksEndpoint } from '#contract/fact_check.api.ts'
import type { InboxKind, InboxItem as Item, listInbox } from '#contract/inbox.api.ts'
import { listNotifications as notificationsEndpoint } from '#contract/notification.api.ts'
import { mergeEntities } from '#contract/registry.ts'
import { listReports as reportsEndpoint } from '#contract/report.api.ts'
import { listScreenings as screeningsEndpoint } from '#contract/screening.api.ts'
import { listUploads as uploadsEndpoint } from '#contract/upload.api.ts'
import { listFactChecks } from '#server/features/claim/claim.service.ts'
import { findLastSignIn, readDigest } from '#server/features/dashboard/dashboard.service.ts'
import { listDiffs } from '#server/features/diff/diff.service.ts'
import { listDuplicates } from '#server/features/duplicate/duplicate.service.ts'
import { listNotifications } from '#server/features/notification/notification.service.ts'
import { listReports } from '#server/features/report/report.service.ts'
import { listScreenings } from '#server/features/screening/screening.service.ts'
import { listUploads } from '#server/features/upload/upload.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { mayCall } from '#server/platform/http/may-call.ts'
import {
  gravityOfCheck,
  gravityOfDuplicate,
  gravityOfEvent,
  gravityOfNotification,
  gravityOfScreening,
  gravityOfUpload,
  reportGravity,
} from './gravity.ts'

/** The most rows that are read of one kind. The count of a kind with more rows is a minimum. */
const readAtMost = 100

type InboxItem = Immutable<Item>
/** The items of one kind; `isCut`: more wait than were read. */
type Waiting = { items: InboxItem[]; isCut: boolean }
type SourceKind = Exclude<InboxKind, 'event'>
type Source = { endpoint: Endpoint; read: (ctx: Ctx) => Promise<Waiting> }

const firstPage = { current: 1, pageSize: readAtMost }
const isCut = ({ total, items }: { total: number; items: readonly unknown[] }) => total > items.length

/** The reader of each kind; a role that may not call the kind's own list has no items of it. */
const sources: Record<SourceKind, Source> = {
  diff: {
    endpoint: diffsEndpoint,
    async read(ctx) {
      const page = await listDiffs(ctx, {
        ...firstPage,
        status: ['unread'],
        min_score: reviewThreshold,
        folded: true,
        sort: '-score',
      })
      return { items: [...Map.groupBy(page.items, diff => diff.page.id).values()].map(ofDiffs), isCut: isCut(page) }
    },
  },
  screening: {
    endpoint: screeningsEndpoint,
    async read(ctx) {
      const page = await listScreenings(ctx, { ...firstPage, state: ['open', 'proposed'], gone: false, fold: true })
      const items = page.items
        .filter(({ can }) => can.includes('decide'))
        .map((screening): InboxItem => {
          const key = `screening ${screening.id} ${screening.rev}`
          return { kind: 'screening', key, gravity: gravityOfScreening(screening), at: screening.found_at, screening }
        })
      return { items, isCut: isCut(page) }
    },
  },
  fact_check: {
    endpoint: checksEndpoint,
    async read(ctx) {
      const page = await listFactChecks(ctx, { ...firstPage, settled: false })
      const mine = page.items.filter(({ can }) => can.includes('update'))
      const byRecord = Map.groupBy(mine, ({ noun, record_id }) => `${noun} ${record_id}`)
      const items = [...byRecord].map(([record, checks]): InboxItem => {
        const key = `fact_check ${record} ${checks.map(({ id }) => id).join(' ')}`
        const at = checks.map(({ since }) => since).reduce((a, b) => (a > b ? a : b))
        return { kind: 'fact_check', key, gravity: Math.max(...checks.map(gravityOfCheck)), at, checks }
      })
      return { items, isCut: isCut(page) }
    },
  },
  duplicate: {
    endpoint: duplicatesEndpoint,
    async read(ctx) {
      const pages = await Promise.all(
        mergeEntities.map(noun => listDuplicates(ctx, { ...firstPage, noun, state: 'open', sort: '-score' })),
      )
      const items = pages
        .flatMap(page => page.items)
        .filter(({ can }) => can.includes('decide'))
        .map((duplicate): InboxItem => {
          const at = duplicate.a.updated_at > duplicate.b.updated_at ? duplicate.a.updated_at : duplicate.b.updated_at
          const key = `duplicate ${duplicate.id}`
          return { kind: 'duplicate', key, gravity: gravityOfDuplicate(duplicate), at, duplicate }
        })
      return { items, isCut: pages.some(isCut) }
    },
  },
  upload: {
    endpoint: uploadsEndpoint,
    async read(ctx) {
      const page = await listUploads(ctx, { ...firstPage, status: ['ready'], sort: '-updated_at' })
      const items = page.items
        .filter(({ acts }) => acts.includes('review'))
        .map((upload): InboxItem => {
          const key = `upload ${upload.id} ${upload.rev}`
          return { kind: 'upload', key, gravity: gravityOfUpload(upload), at: upload.updated_at, upload }
        })
      return { items, isCut: isCut(page) }
    },
  },
  report: {
    endpoint: reportsEndpoint,
    async read(ctx) {
      const page = await listReports(ctx, { ...firstPage, status: ['review'], sort: '-updated_at' })
      const items = page.items
        .filter(({ acts }) => acts.includes('publish'))
        .map((report): InboxItem => {
          const key = `report ${report.id} ${report.rev}`
          return { kind: 'report', key, gravity: reportGravity, at: report.updated_at, report }
        })
      return { items, isCut: isCut(page) }
    },
  },
  notification: {
    endpoint: notificationsEndpoint,
    async read(ctx) {
      const page = await listNotifications(ctx, { ...firstPage, unread: true })
      const items = page.items.map((notification): InboxItem => {
        const key = `notification ${notification.id} ${notification.seq}`
        return {
          kind: 'notification',
          key,
          gravity: gravityOfNotification(notification),
          at: notification.at,
          notification,
        }
      })
      return { items, isCut: isCut(page) }
    },
  },
}

const sourceKinds = Object.keys(sources) as SourceKind[]

function ofDiffs(diffs: Diff[]): InboxItem {
  const at = diffs.map(({ created_at }) => created_at).reduce((a, b) => (a > b ? a : b))
  const key = `diff ${diffs.map(({ id }) => id).join(' ')}`
  return { kind: 'diff', key, gravity: Math.max(...diffs.map(({ score }) => score)), at, diffs }
}

/** All that waits for the requester, gravest first, then latest first. */
export async function readInbox(
  ctx: Ctx,
  { kind, limit, offset }: Received<typeof listInbox>['query'],
): Promise<Immutable<Reply<typeof listInbox>>> {
  const failed: InboxKind[] = []
  const orNothing = (kind: InboxKind) => (error: unknown) => {
    ctx.log.warn({ err: error, kind }, 'inbox: a kind could not be read, the inbox omits it')
    failed.push(kind)
    return undefined
  }
  const [since, digest, found] = await Promise.all([
    findLastSignIn(ctx),
    mayCall(ctx.actor, dashboardBrief) ? readDigest(ctx, { offset }).catch(orNothing('event')) : undefined,
    Promise.all(
      sourceKinds
        .filter(each => mayCall(ctx.actor, sources[each].endpoint))
        .map(async each => {
          const waiting = await sources[each].read(ctx).catch(orNothing(each))
          return waiting && { kind: each, ...waiting }
        }),
    ),
  ])
  const waiting = found.filter(each => each !== undefined)
  const events = digest && { kind: 'event' as const, items: digest.events.map(ofEvent), isCut: false }
  const rows = [
    ...waiting.map(each =>
      each.kind === 'notification' ? { ...each, items: withoutRepeated(each.items, waiting) } : each,
    ),
    ...(events ? [events] : []),
  ]
  const items = rows
    .filter(each => !kind || kind.includes(each.kind))
    .flatMap(each => each.items)
    .sort((a, b) => b.gravity - a.gravity || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .slice(0, limit)
  const counts = rows.map(each => ({ kind: each.kind, count: each.items.length, at_least: each.isCut }))
  return { items, counts, failed, since, looked_at: digest?.looked_at ?? null }
}

function ofEvent(event: Immutable<EventSummary>): InboxItem {
  const key = `event ${event.id} ${event.start_time}`
  return { kind: 'event', key, gravity: gravityOfEvent(event), at: event.start_time ?? '', event }
}

/** Leaves out the notifications about differences, hits, uploads or reports that are items themselves. */
function withoutRepeated(items: readonly InboxItem[], waiting: readonly Waiting[]): InboxItem[] {
  const all = waiting.flatMap(each => each.items)
  const shown = new Set(all.flatMap(targetsOf))
  const diffs = all.flatMap(item => (item.kind === 'diff' ? item.diffs : []))
  const shownOf = (og: number) =>
    diffs.filter(diff => diff.og.id === og).reduce((sum, { cluster_size: size }) => sum + size, 0)
  return items.filter(item => {
    if (item.kind !== 'notification') return true
    const { count, target, noun, record_id, kind } = item.notification
    const diff = target?.noun === 'diff' ? target.id : target?.diff
    if (count === 1 && diff !== undefined && shown.has(`diff ${diff}`)) return false
    if (kind === 'changed_page' && noun === 'og' && shownOf(record_id) >= count) return false
    if ((kind === 'review_asked' || kind === 'ready') && shown.has(`${noun} ${record_id}`)) return false
    return !(kind === 'maybe_listed' && shown.has(`screened ${noun} ${record_id}`))
  })
}

function targetsOf(item: InboxItem): string[] {
  switch (item.kind) {
    case 'diff':
      return item.diffs.map(({ id }) => `diff ${id}`)
    case 'screening':
      return [`screened ${item.screening.noun} ${item.screening.record.id}`]
    case 'upload':
      return [`upload ${item.upload.id}`]
    case 'report':
      return [`report ${item.report.id}`]
    default:
      return []
  }
}
