import type { PartyKind } from './party.ts'
import { shapesOf } from './shape.ts'

/**
 * A name in Latin letters, the likeliest spelling first, at most 8; organisations are translated as far as the tables
 * allow.
 */
export function romanise(text: string, kind: PartyKind = 'person'): string[] {
  const [shape] = shapesOf(text, kind)
  const spelt = (shape?.words ?? []).reduce<string[]>(
    (all, word) => all.flatMap(before => word.spellings.map(spelling => `${before} ${spelling}`.trim())).slice(0, 8),
    [''],
  )
  return [...new Set(spelt)].filter(Boolean)
}

/** The consonants of each word with similar ones merged, as the search for candidates uses them. */
export function skeleton(text: string, kind: PartyKind = 'person'): string[] {
  return (shapesOf(text, kind)[0]?.words ?? []).flatMap(word => word.keys)
}
