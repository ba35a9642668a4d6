export { readDate } from '#server/ingest/columns/date-column.ts'

/** Splits `2013 (1888)` into the text before the brackets and the text in them. */
export function splitNote(raw: string): { head: string; note?: string } {
  const text = raw.normalize('NFKC').trim()
  const open = text.indexOf('(')
  if (open <= 0 || !text.endsWith(')')) return { head: text }
  return { head: text.slice(0, open).trim(), note: text.slice(open) }
}
