import type { AuditChain, AuditEntry, AuditQuery } from '#contract/audit.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import {
  type AuditRow,
  findAuditEntries,
  findAuditEntry,
  findLastCheck,
  findTitles,
  findWithoutRev,
  findWords,
  isQueued,
} from './audit.queries.ts'
import { parseRanges } from './ranges.ts'
import { countUnsealed, findLastSeal, type Seal } from './seal.queries.ts'

/** Entries with the names of their records and their state in the hash chain. */
async function toDto(ctx: Ctx, rows: AuditRow[]): Promise<AuditEntry[]> {
  const [titles, last, without] = await Promise.all([
    findTitles(ctx, rows),
    findLastSeal(ctx),
    findWithoutRev(ctx, rows),
  ])
  return rows.map(row => {
    const { id, at, user_id, username, act, noun, record_id, reason, detail, changes, rev, req_id, address } = row
    const title = titles.get(`${noun} ${record_id}`) ?? null
    const facts = {
      id,
      at,
      user_id,
      username,
      act,
      noun,
      record_id,
      title,
      reason,
      detail,
      changes,
      rev: row.is_change && without.has(row.trail_id) ? null : rev,
      req_id,
      address,
    }
    return { ...facts, is_erased: row.is_erased, is_sealed: isSealed(row, last) }
  })
}

function isSealed({ trail_id, is_change }: AuditRow, last: Seal | undefined): boolean {
  if (!last) return false
  const [next, open] = is_change ? [last.history_next, last.history_open] : [last.audit_next, last.audit_open]
  return trail_id < next && !parseRanges(open).some(([from, to]) => from <= trail_id && trail_id < to)
}

export async function listAudit(ctx: Ctx, query: AuditQuery): Promise<ListPage<AuditEntry>> {
  const page = await findAuditEntries(ctx, query)
  return { ...page, items: await toDto(ctx, page.items) }
}

export async function getAudit(ctx: Ctx, id: number): Promise<AuditEntry> {
  const row = await findAuditEntry(ctx, id)
  if (!row) throw new AppError('not_found')
  const [entry] = await toDto(ctx, [row])
  return entry as AuditEntry
}

export async function listAuditWords(ctx: Ctx) {
  const [acts, nouns] = await Promise.all([findWords(ctx, 'act'), findWords(ctx, 'noun')])
  return { acts, nouns }
}

export async function getAuditChain(ctx: Ctx): Promise<AuditChain> {
  const [last, check, is_verifying] = await Promise.all([
    findLastSeal(ctx),
    findLastCheck(ctx),
    isQueued(ctx, 'verify_trail'),
  ])
  const found = check?.detail as Pick<NonNullable<AuditChain['verified']>, 'entries' | 'head' | 'fault'> | undefined
  return {
    last: last ? { id: last.id, at: last.at, hash: last.hash.toString('hex') } : null,
    unsealed: await countUnsealed(ctx, last),
    verified: check && found ? { at: check.at, entries: found.entries, head: found.head, fault: found.fault } : null,
    is_verifying,
  }
}

export async function verifyAuditChain(ctx: Ctx): Promise<null> {
  await addJob(ctx.db, 'verify_trail', {}, { key: 'verify_trail' })
  return null
}

export { auditExport } from './export.ts'
export { findSealHash } from './seal.queries.ts'
export { sealAuditLog } from './seal.ts'
export { type AuditLogReport, verifyAuditLog } from './verify.ts'
