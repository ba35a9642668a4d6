import type { HistoryEntry } from '#contract/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findReadableSources } from './read.queries.ts'

type WithOrigin = { origin_id: number | null }

const idsIn = (values: readonly unknown[]): number[] => values.filter(id => typeof id === 'number')

/** Removes the ids of original sources that this reader may not read. */
export async function hideOrigins<Row extends WithOrigin>(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> {
  const readable = await findReadableSources(ctx, idsIn(rows.map(row => row.origin_id)))
  return rows.map(row => (row.origin_id === null || readable.has(row.origin_id) ? row : { ...row, origin_id: null }))
}

/** The same for a history; an entry that only changes from one withheld source to another is removed. */
export async function hideOriginChanges(ctx: Ctx, entries: readonly HistoryEntry[]): Promise<HistoryEntry[]> {
  const isOrigin = ({ field }: HistoryEntry['changes'][number]) => field === 'origin_id'
  const changes = entries.flatMap(entry => entry.changes.filter(isOrigin))
  const readable = await findReadableSources(ctx, idsIn(changes.flatMap(({ from, to }) => [from, to])))
  const open = (id: unknown) => (typeof id === 'number' && !readable.has(id) ? null : id)
  return entries.flatMap(entry => {
    const shown = entry.changes.flatMap(change => {
      if (!isOrigin(change)) return [change]
      const [from, to] = [open(change.from) ?? null, open(change.to) ?? null]
      return from === to ? [] : [{ ...change, from, to }]
    })
    return shown.length === 0 && entry.changes.length > 0 ? [] : [{ ...entry, changes: shown }]
  })
}

/** For rows with the id of a source, such as the run of an import: null if the reader may no longer read the source. */
export async function hideSourceIds<Row extends { source_id: number | null }>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<Row[]> {
  const readable = await findReadableSources(ctx, idsIn(rows.map(row => row.source_id)))
  return rows.map(row => (row.source_id === null || readable.has(row.source_id) ? row : { ...row, source_id: null }))
}
