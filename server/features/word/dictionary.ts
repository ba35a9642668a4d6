// The lead's wish, for B to fill in: the collector, the pages and the differences use exactly this.
import type { Mark } from '#contract/page.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** One place in one text: a word, or a name of a record. */
export type Found = { start: number; end: number; kind: 'word' | 'og' | 'person'; id: number; level: number | null }

/** All enabled words and all names and aliases of living organisations and persons, in one automaton. */
export type Dictionary = {
  /** Of the table `dictionary`; kept with each version that is searched. */
  version: number
  find(text: string): Found[]
}

/** The present dictionary for the collector (all names, whoever may read them): remembered, made anew when words changed, names at most a minute late. */
export function openDictionary(_ctx: Ctx): Promise<Dictionary> {
  throw new Error('not yet')
}

/** What is found in each text, as this reader may see it: words only for editors and above, names only of readable records. */
export function marksIn(_ctx: Ctx, _texts: readonly string[]): Promise<Mark[][]> {
  throw new Error('not yet')
}
