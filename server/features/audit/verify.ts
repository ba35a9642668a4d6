import type { Ctx } from '#server/platform/ctx.ts'
import { type AuditTable, auditDigest, auditTables, contentHashOf, origin, type RawEntry, sealHash } from './digest.ts'
import { minus, parseRanges, type Ranges } from './ranges.ts'
import { countUnsealed, findInRanges, findLastSeal, findSealsAfter, findTombstones, type Seal } from './seal.queries.ts'

/** The first difference from the hash chain. */
type ChainFault = {
  kind: 'changed' | 'missing' | 'inserted' | 'erased' | 'seal_changed' | 'seal_missing'
  trail: AuditTable | 'audit_seal'
  id: number
  /** The link in which it was found. */
  seal: number
}

export type AuditLogReport = {
  seals: number
  entries: number
  /** The number of entries emptied by an erasure that the audit log records. */
  erased: number
  /** The number of entries written since the last link. */
  unsealed: number
  head: { id: number; at: string; hash: string } | null
  fault: ChainFault | null
}

/** The most entries held in memory at once. */
const portion = 20_000

/** Reads the whole audit log in one snapshot and recomputes every hash, up to the first fault. */
export function verifyAuditLog(outer: Ctx, onProgress: (entries: number) => void = () => {}): Promise<AuditLogReport> {
  return outer.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async db => {
      const ctx = { ...outer, db }
      const report: AuditLogReport = { seals: 0, entries: 0, erased: 0, unsealed: 0, head: null, fault: null }
      const tombstones = await findTombstones(ctx)
      let previous: Buffer = origin
      for (;;) {
        const seals = await findSealsAfter(ctx, report.seals, portion)
        if (seals.length === 0) break
        report.fault = await checkSeals(ctx, seals, previous, report, tombstones)
        if (report.fault) return report
        previous = seals.at(-1)!.hash
        onProgress(report.entries)
      }
      report.unsealed = await countUnsealed(ctx, await findLastSeal(ctx))
      return report
    })
}

type SealWithDigests = Seal & { digests: Buffer }
type Tombstones = Map<number, Record<AuditTable, Ranges>>

async function checkSeals(
  ctx: Ctx,
  seals: SealWithDigests[],
  before: Buffer,
  report: AuditLogReport,
  tombstones: Tombstones,
): Promise<ChainFault | null> {
  const [audit, history] = [await entriesOf(ctx, 'audit', seals), await entriesOf(ctx, 'history', seals)]
  let previous = before
  for (const seal of seals) {
    const fault = (kind: ChainFault['kind'], trail: ChainFault['trail'], id: number): ChainFault => ({
      kind,
      trail,
      id,
      seal: seal.id,
    })
    if (seal.id !== report.seals + 1) return fault('seal_missing', 'audit_seal', report.seals + 1)
    if (!seal.previous.equals(previous) || !sealHash(previous, seal, seal.digests).equals(seal.hash))
      return fault('seal_changed', 'audit_seal', seal.id)
    let place = 0
    for (const trail of auditTables) {
      const found = trail === 'audit' ? audit : history
      for (const [from, to] of parseRanges(seal[`${trail}_ids`]))
        for (let id = from; id < to; id += 1, place += 1) {
          const entry = found.get(id)
          if (!entry) return fault('missing', trail, id)
          const digest = seal.digests.subarray(place * 32, place * 32 + 32)
          const wrong = wrongOf(trail, entry, digest, tombstones)
          if (wrong) return fault(wrong, trail, id)
          if (entry.erased_by !== null) report.erased += 1
          report.entries += 1
        }
      const [stranger] = await findInRanges(ctx, trail, parseRanges(seal[`${trail}_closed`]))
      if (stranger) return fault('inserted', trail, stranger.id)
    }
    previous = seal.hash
    report.seals = seal.id
    report.head = { id: seal.id, at: seal.at, hash: seal.hash.toString('hex') }
  }
  return null
}

function wrongOf(
  trail: AuditTable,
  entry: RawEntry,
  digest: Buffer,
  tombstones: Tombstones,
): 'changed' | 'erased' | null {
  if (!auditDigest(trail, entry).equals(digest)) return 'changed'
  if (entry.erased_by === null) return contentHashOf(entry.content) === entry.content_hash ? null : 'changed'
  const erased = tombstones.get(entry.erased_by)?.[trail] ?? []
  return minus([[entry.id, entry.id + 1]], erased).length === 0 ? null : 'erased'
}

async function entriesOf(ctx: Ctx, trail: AuditTable, seals: Seal[]): Promise<Map<number, RawEntry>> {
  const ranges = seals.flatMap(seal => parseRanges(seal[`${trail}_ids`]))
  const found = await findInRanges(ctx, trail, ranges)
  return new Map(found.map(entry => [entry.id, entry]))
}
