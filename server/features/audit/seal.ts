import type { Ctx } from '#server/platform/ctx.ts'
import { type AuditTable, auditDigest, origin, type RawEntry, type SealHead, sealHash } from './digest.ts'
import { both, joinRanges, minus, parseRanges, type Ranges, rangesOf, writeRanges } from './ranges.ts'
import { findLastSeal, findSettledOpen, findUnsealed, insertSeal, readMoment, type Seal } from './seal.queries.ts'

/** The most entries in one link. */
const mostEntries = 10_000
/** An id is drawn a moment before its transaction has a number; it is not closed sooner than this, in milliseconds. */
const settlesMs = 60_000

/**
 * Adds new entries to the hash chain link by link; returns their number. Writers never wait: ids that were drawn but
 * are not visible yet stay open, are added when they appear, and are closed once no transaction can write them.
 */
export async function sealAuditLog(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await sealOnce(ctx)
    sealed += count
    if (count < mostEntries) return sealed
    signal?.throwIfAborted()
  }
}

function sealOnce(outer: Ctx): Promise<number> {
  return outer.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async db => {
      const ctx = { ...outer, db }
      const last = await findLastSeal(ctx)
      const moment = await readMoment(ctx)
      const audit = await takeUp(ctx, 'audit', last, mostEntries)
      const history = await takeUp(ctx, 'history', last, mostEntries - audit.entries.length)
      const count = audit.entries.length + history.entries.length
      const isAll = count < mostEntries
      const mayClose = isAll && audit.open.length + history.open.length > 0
      const before = new Date(ctx.now().getTime() - settlesMs).toISOString()
      const settled = mayClose ? await findSettledOpen(ctx, moment, before) : { audit: [], history: [] }
      const closed = { audit: both(settled.audit, audit.open), history: both(settled.history, history.open) }
      if (count + closed.audit.length + closed.history.length === 0) return 0
      const head: SealHead = {
        id: (last?.id ?? 0) + 1,
        at: ctx.now().toISOString(),
        cluster: moment.cluster,
        next_tx: moment.next_tx,
        audit_next: audit.next,
        history_next: history.next,
        audit_ids: audit.ids,
        audit_open: writeRanges(minus(audit.open, closed.audit)),
        audit_closed: writeRanges(closed.audit),
        history_ids: history.ids,
        history_open: writeRanges(minus(history.open, closed.history)),
        history_closed: writeRanges(closed.history),
        count,
      }
      const digests = Buffer.concat([
        ...audit.entries.map(entry => auditDigest('audit', entry)),
        ...history.entries.map(entry => auditDigest('history', entry)),
      ])
      const previous = last?.hash ?? origin
      const hash = sealHash(previous, head, digests)
      if (!(await insertSeal(ctx, { ...head, digests, previous, hash }))) return 0
      // The log is stored outside the database, and with it a witness of the hash chain.
      ctx.log.info({ seal: head.id, hash: hash.toString('hex'), count }, 'audit log: entries added to the hash chain')
      return count
    })
}

type SealBatch = { entries: RawEntry[]; ids: string; open: Ranges; next: number }

async function takeUp(ctx: Ctx, trail: AuditTable, last: Seal | undefined, limit: number): Promise<SealBatch> {
  const open = parseRanges(last?.[`${trail}_open`] ?? '')
  const next = last?.[`${trail}_next`] ?? 1
  const entries = limit > 0 ? await findUnsealed(ctx, trail, { open, next }, limit) : []
  const ids = rangesOf(entries.map(entry => entry.id))
  const end = Math.max(next, (entries.at(-1)?.id ?? 0) + 1)
  const passed = end > next ? joinRanges(open, [[next, end]]) : open
  return { entries, ids: writeRanges(ids), open: minus(passed, ids), next: end }
}
