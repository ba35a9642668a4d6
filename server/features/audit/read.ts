import type { RecordEntity } from '#contract/registry.ts'
import { auditReads, type ReadEntry } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { NoteAnswer } from '#server/platform/http/http.ts'
import { type AuditedRow, auditRows, isReading, recordOfPath, recordsOfQuery } from './audited-reads.ts'
import { type AuditPart, findHolder, findRestricted, parts, type RecordRef } from './read.queries.ts'

/** Reads of the same user and record, or page of a list, are one entry within this time, in milliseconds. */
const readAgainAfterMs = 600_000
/** The most keys that one process remembers having written; for others the database is queried. */
const mostRemembered = 20_000

const keyOf = ({ noun, id }: RecordRef) => `${noun} ${id}`

/**
 * Records reads of restricted records in the audit log: one place for all endpoints, between the operation and its
 * answer. No answer is sent before its entry is committed. While the primary is unavailable, the entry goes to the log
 * immediately, and into the audit log with this process's next read after that.
 */
export function openReads(): NoteAnswer {
  const remembered = new Map<string, number>()
  let waiting: ReadEntry[] = []
  const shown = new WeakMap<object, AuditedRow[]>()

  /** Whether the audit log has the entry within the last ten minutes, as far as this process knows. */
  const isKnown = (key: string, nowMs: number) => {
    const at = remembered.get(key)
    return at !== undefined && Math.abs(nowMs - at) < readAgainAfterMs
  }
  const remember = (key: string, nowMs: number) => {
    remembered.delete(key)
    remembered.set(key, nowMs)
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value as string)
  }

  return async (ctx, endpoint, input, data) => {
    const { actor } = ctx
    if (actor.kind !== 'user' || !isReading(endpoint)) return
    const nowMs = ctx.now().getTime()
    const about = await subjectsOf(ctx, recordOfPath(endpoint, input), recordsOfQuery(input))
    const rows = rowsIn(data)
    const subjects = new Set(about.map(keyOf))
    // Entries noted a moment ago need no query; neither do rows that contain their access list.
    const shownLists = new Map(
      rows.flatMap(row => (row.isRestricted === undefined ? [] : [[keyOf(row), row.isRestricted] as const])),
    )
    const unknown = about.filter(ref => !shownLists.has(keyOf(ref)) && !isKnown(`${actor.id} ${keyOf(ref)}`, nowMs))
    const unsure = rows.filter(row => !shownLists.has(keyOf(row)) && !subjects.has(keyOf(row)))
    const found = new Set((await findRestricted(ctx, [...unknown, ...unsure])).map(keyOf))
    const isRestricted = (ref: RecordRef) => shownLists.get(keyOf(ref)) ?? found.has(keyOf(ref))
    const base = {
      at: ctx.now().toISOString(),
      user_id: actor.id,
      username: actor.username,
      req_id: ctx.reqId,
      address: ctx.address,
    }
    const entries = new Map<string, ReadEntry>()
    for (const ref of about)
      if (isRestricted(ref))
        entries.set(`${actor.id} ${keyOf(ref)}`, { ...base, noun: ref.noun, record_id: ref.id, detail: {} })
    const listed = Map.groupBy(
      rows.filter(row => isRestricted(row) && !subjects.has(keyOf(row))),
      row => row.noun,
    )
    for (const [noun, all] of listed) {
      const ids = [...new Set(all.map(row => row.id))].sort((a, b) => a - b)
      const detail = { list: endpoint.path, count: ids.length, ids }
      entries.set(`${actor.id} ${endpoint.path} ${noun} ${ids}`, { ...base, noun, record_id: null, detail })
    }
    const fresh = [...entries].filter(([key]) => !isKnown(key, nowMs))
    await write(
      ctx,
      fresh.map(([, entry]) => entry),
    )
    for (const [key] of fresh) remember(key, nowMs)

    function rowsIn(data: unknown): AuditedRow[] {
      if (typeof data !== 'object' || data === null || endpoint.replies === 'stream') return []
      const known = shown.get(data)
      if (known) return known
      const made = auditRows(endpoint, data)
      if (Object.isFrozen(data)) shown.set(data, made)
      return made
    }
  }

  async function write(ctx: Ctx, entries: readonly ReadEntry[]): Promise<void> {
    if (ctx.isReadOnly) {
      for (const entry of entries)
        ctx.log.warn({ entry }, 'audit log: read of a restricted record held in memory, the database is read-only')
      waiting.push(...entries)
      return
    }
    const late = waiting
    waiting = []
    try {
      await auditReads(ctx, [...late, ...entries], readAgainAfterMs)
    } catch (error) {
      waiting = [...late, ...waiting]
      throw error
    }
  }
}

async function subjectsOf(
  ctx: Ctx,
  named: { what: RecordEntity | AuditPart; id: number } | undefined,
  records: readonly RecordRef[],
): Promise<RecordRef[]> {
  if (!named) return [...records]
  const { what, id } = named
  const holder = what in parts ? await findHolder(ctx, what as AuditPart, id) : { noun: what as RecordEntity, id }
  return holder ? [holder, ...records] : [...records]
}
