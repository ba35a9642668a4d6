import type { ClaimEntity } from '#contract/claim.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type ClaimRow, findEachClaim } from './claim.queries.ts'

/** Key of claims that state the same: merged records may each have had such a claim. */
const sameOf = (noun: ClaimEntity, { field, value_key, source_id }: ClaimRow) =>
  `${noun} ${field} ${value_key} ${source_id}`

/** Claims of a record as its readers see them: one entry for each value of a source, with all its evidence. */
export async function findClaims(ctx: Ctx, noun: ClaimEntity, ids: readonly number[]): Promise<ClaimRow[]> {
  const rows = await findEachClaim(ctx, noun, ids)
  // Links are never merged with others.
  if (ids.length !== 1) return rows
  return [...Map.groupBy(rows, row => sameOf(noun, row)).values()].map(mergeClaims)
}

/** All claims that the reader sees as this one claim. */
export async function findTwins(ctx: Ctx, noun: ClaimEntity, recordId: number, claimId: number): Promise<number[]> {
  const rows = await findEachClaim(ctx, noun, [recordId])
  const one = rows.find(row => row.id === claimId)
  return one ? rows.filter(row => sameOf(noun, row) === sameOf(noun, one)).map(row => row.id) : [claimId]
}

/** A claim in force represents the withdrawn ones. */
function mergeClaims(all: ClaimRow[]): ClaimRow {
  const [first] = all
  if (all.length === 1) return first!
  const lead = all.find(row => row.withdrawn_at === null) ?? first!
  const evidence = new Map<string, ClaimRow['evidence'][number]>()
  for (const each of all.flatMap(row => row.evidence)) evidence.set(JSON.stringify(each), each)
  return {
    ...lead,
    evidence: [...evidence.values()],
    first_seen_at: all.map(row => row.first_seen_at).sort()[0]!,
    last_seen_at: all
      .map(row => row.last_seen_at)
      .sort()
      .at(-1)!,
  }
}
