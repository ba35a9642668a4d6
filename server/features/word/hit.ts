/** A half-open range, in UTF-16 units of the original text. */
export type Hit = { id: number; kind: 'word' | 'name'; start: number; end: number }
