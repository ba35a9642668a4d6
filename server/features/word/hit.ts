/** A half-open range, in UTF-16 units of the original text. */
export type TextHit = { id: number; kind: 'word' | 'name'; start: number; end: number }
