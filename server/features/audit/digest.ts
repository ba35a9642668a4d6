import { createHash } from 'node:crypto'

/** The two tables of the audit log, in the order in which a link of the hash chain includes them. */
export const auditTables = ['audit', 'history'] as const
export type AuditTable = (typeof auditTables)[number]

/** An entry as the database returns it: every column as text, so that nothing depends on a driver's types. */
export type RawEntry = {
  id: number
  at: string
  user_id: number | null
  username: string | null
  act: string
  noun: string
  record_id: number | null
  rev: number | null
  req_id: string
  address: string
  /** Hex SHA-256 of the original `content`. */
  content_hash: string
  /** `reason` and `detail` of a read, or the `changes` of a change, as PostgreSQL writes jsonb. */
  content: string
  erased_by: number | null
}

/**
 * SHA-256 of all fields of an entry; its content is included through its hash, which remains valid after an erasure.
 */
export function auditDigest(trail: AuditTable, entry: RawEntry): Buffer {
  const { id, at, user_id, username, act, noun, record_id, rev, req_id, address, content_hash } = entry
  const canonical = [trail, id, at, user_id, username, act, noun, record_id, rev, req_id, address, content_hash]
  return createHash('sha256').update(JSON.stringify(canonical)).digest()
}

export function contentHashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** A link of the hash chain without its hash; ranges as PostgreSQL writes multiranges. */
export type SealHead = {
  id: number
  at: string
  cluster: string
  next_tx: number
  audit_next: number
  history_next: number
  audit_ids: string
  audit_open: string
  audit_closed: string
  history_ids: string
  history_open: string
  history_closed: string
  count: number
}

/** The predecessor of the first link. */
export const origin = Buffer.alloc(32)

/** SHA-256 of the previous link, this link's own fields, and the digests of its entries in order. */
export function sealHash(previous: Buffer, head: SealHead, digests: Buffer): Buffer {
  const { id, at, cluster, next_tx, audit_next, history_next, count } = head
  const { audit_ids, audit_open, audit_closed, history_ids, history_open, history_closed } = head
  const ranges = [audit_ids, audit_open, audit_closed, history_ids, history_open, history_closed]
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([id, at, cluster, next_tx, audit_next, history_next, ...ranges, count]))
    .update(digests)
    .digest()
}
