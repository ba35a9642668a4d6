import type { ErasureCount } from '#contract/erasure-place.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Whom an erasure is about: the person with those merged into them, and what they are or were called. */
export type Subject = { ids: readonly number[]; names: readonly string[] }

export type Erased = { counts: Partial<Record<ErasureCount, number>>; gone?: Gone }
export type Gone = { noun: string; ids: readonly number[] }

export type ErasureItem = { noun: string; id: number; title: string; at?: string }

/** Ids among `ids` are dealt with by the other of the two choices. */
export type Decision = { act: string; except: readonly number[] }

/** All that a noun adds so that persons can be erased from it; tables that only name them need nothing. */
export type ErasureKit = {
  name: string
  /** What may be done, at most two; the first holds where nothing is said. None: there is nothing to decide. */
  choices: readonly string[]
  /** What there is of the subject, with the first 100. */
  find(ctx: Ctx, subject: Subject): Promise<{ count: number; items: ErasureItem[] }>
  /**
   * Removes, in the caller's transaction; files are given up in it (`giveUpFiles`) and go after it. Tells counts by what,
   * and which records are gone: their history is emptied like the person's.
   */
  erase(ctx: Ctx, subject: Subject, decision: Decision): Promise<Erased>
  /** What is held there about the subject, for their copy. */
  held(ctx: Ctx, subject: Subject): Promise<Record<string, unknown[]>>
}

export type ErasureKits = readonly ErasureKit[]

/** The ids that an act of two choices is done to. */
export function idsOf(all: readonly number[], act: string, decision: Decision): number[] {
  const isExcept = new Set(decision.except)
  return all.filter(id => (decision.act === act) !== isExcept.has(id))
}
