/** Half-open, in UTF-16 units of the text as it was given. */
export type Hit = { id: number; kind: 'word' | 'name'; start: number; end: number }
