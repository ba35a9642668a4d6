import type { RawBuilder } from 'kysely'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { deepFreeze, type Immutable } from '#server/platform/http/immutable.ts'
import { readTotal } from './total.ts'

const anchorLivesMs = 60_000
/** Pages that start after this many rows get an anchor. */
const deepFrom = 1_000

/** A position in an ordered list: the sort value and id of the row at `offset`. */
export type Anchor = { offset: number; value: unknown; id: number }

/**
 * How one list is read; `key` contains its filter, its order and the reader's access, so that nothing is shared with
 * other readers.
 */
type ListReader<Row> = {
  key: string
  /** Rows from `offset` positions after the anchor on (from the start without one). */
  rows(limit: number, offset: number, from: Anchor | undefined): Promise<Row[]>
  /** Sort value and id of a row. */
  place(row: Row): { value: unknown; id: number }
  /** All rows, as a `select` that is only counted. */
  all: RawBuilder<unknown>
}

/** Reads one page with its total. Pages far down start from a cached anchor instead of skipping from the first row. */
export async function readPage<Row>(
  ctx: Ctx,
  reader: ListReader<Row>,
  page: { current: number; pageSize: number },
): Promise<ListPage<Row>> {
  const nowMs = ctx.now().getTime()
  const offset = (page.current - 1) * page.pageSize
  const from = offset > deepFrom ? nearestAnchor(reader.key, offset, nowMs) : undefined
  const [items, total] = await Promise.all([
    reader.rows(page.pageSize, offset - (from?.offset ?? 0), from),
    readTotal(ctx, { key: reader.key, rows: reader.all }),
  ])
  const first = items[0]
  if (first && offset - (from?.offset ?? 0) > deepFrom)
    rememberAnchor(reader.key, { offset, ...reader.place(first) }, nowMs)
  return { items, ...total, current: page.current, pageSize: page.pageSize }
}

/**
 * Key of readers with the same view: administrators see everything, everyone else sees what their role and user may.
 */
export function readerOf({ actor }: Pick<Ctx, 'actor'>): string {
  return actor.role === 'admin' ? 'admin' : `${actor.role} ${actor.id} ${actor.keys.join(' ')}`
}

const reads = new Map<string, { snapshot: string; read: Promise<unknown> }>()

/**
 * Caches a read until anything in the database is written: the snapshot at the request's arrival detects this exactly,
 * for writes of every process. A cached result therefore equals a new read. `key` contains everything that the read
 * depends on besides the reader: its query, and the day if it counts from today. Frozen, because many requests share
 * it.
 */
export function rememberRead<T extends object>(ctx: Ctx, key: string, read: () => Promise<T>): Promise<Immutable<T>> {
  const { snapshot } = ctx
  if (snapshot === undefined) return read().then(deepFreeze)
  const whole = `${readerOf(ctx)} ${key}`
  const known = reads.get(whole)
  if (known?.snapshot === snapshot) return known.read as Promise<Immutable<T>>
  const made = read().then(deepFreeze)
  remember(reads, whole, { snapshot, read: made }, 200)
  // A later read under the same key is a different promise and stays.
  made.catch(() => reads.get(whole)?.read === made && reads.delete(whole))
  return made
}

/** A page of a list, cached in the same way. */
export function rememberPage<Row>(
  ctx: Ctx,
  key: string,
  read: () => Promise<ListPage<Row>>,
): Promise<Immutable<ListPage<Row>>> {
  return rememberRead(ctx, key, read)
}

const anchors = new Map<string, { until: number; list: Anchor[] }>()

function nearestAnchor(key: string, offset: number, nowMs: number): Anchor | undefined {
  const known = anchors.get(key)
  if (!known || known.until < nowMs) return undefined
  return known.list.reduce<Anchor | undefined>(
    (best, anchor) => (anchor.offset <= offset && anchor.offset > (best?.offset ?? -1) ? anchor : best),
    undefined,
  )
}

function rememberAnchor(key: string, anchor: Anchor, nowMs: number): void {
  const known = anchors.get(key)
  if (known && known.until >= nowMs) known.list = [...known.list.slice(-49), anchor]
  else remember(anchors, key, { until: nowMs + anchorLivesMs, list: [anchor] })
}

function remember<T>(map: Map<string, T>, key: string, value: T, most = 1_000): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value as string)
}
