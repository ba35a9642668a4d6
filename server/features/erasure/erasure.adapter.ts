import type { ErasureCount } from '#contract/erasure-place.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** The subject of an erasure: the person with all persons merged into them, and their current and former names. */
export type ErasureSubject = { ids: readonly number[]; names: readonly string[] }

type ErasureResult = { counts: Partial<Record<ErasureCount, number>>; gone?: RemovedRecords }
export type RemovedRecords = { noun: string; ids: readonly number[] }

type ErasureItem = { noun: string; id: number; title: string; at?: string }

/** The ids in `except` get the other one of the two choices. */
export type ErasureDecision = { act: string; except: readonly number[] }

/**
 * The operations that an entity provides so that persons can be erased from it; tables that only contain names need
 * none.
 */
export type ErasureAdapter = {
  name: string
  /** The possible choices, at most two; the first is the default. Empty: there is nothing to decide. */
  choices: readonly string[]
  /** Counts the subject's items, and returns the first 100. */
  find(ctx: Ctx, subject: ErasureSubject): Promise<{ count: number; items: ErasureItem[] }>
  /**
   * Removes the items in the caller's transaction; files are released in it (`releaseFiles`) and removed after it.
   * Returns counts by kind, and the removed records: their history is emptied like the person's.
   */
  erase(ctx: Ctx, subject: ErasureSubject, decision: ErasureDecision): Promise<ErasureResult>
  /** The data about the subject in this entity, for their copy. */
  held(ctx: Ctx, subject: ErasureSubject): Promise<Record<string, unknown[]>>
}

export type ErasureAdapters = readonly ErasureAdapter[]

/** The ids to which an act of two choices applies. */
export function idsOf(all: readonly number[], act: string, decision: ErasureDecision): number[] {
  const exceptions = new Set(decision.except)
  return all.filter(id => (decision.act === act) !== exceptions.has(id))
}
