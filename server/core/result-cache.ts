// The result cache: results of keyword searches in a table, stored in this process and updated at each reading with the
// records written since.
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { deepFreeze, type Immutable } from '#server/platform/http/immutable.ts'
import { isOfOneRead } from '#server/platform/replica/read-connection.ts'
import {
  type CachedRequest,
  findChanged,
  findEverything,
  findNear,
  findRecordRows,
  type ReadMoment,
  type SortedRecord,
} from './result-cache.queries.ts'
import type { RecordRow } from './table.ts'

/** Lists with more matches are read and counted like any other list; the cache tries again after a while. */
const maxMatches = 100_000
const tooLongMs = 60_000
/** Number of first matches whose order is cached. */
const cachedOrder = 200
/** Limit over all lists together. */
const mostIds = 500_000
const mostLists = 500

type Filtering = { trash?: boolean | undefined }
type PageRequest = { current: number; pageSize: number }

type CachedResult = {
  moment: ReadMoment
  ids: Set<number>
  /** In order: all matches within `bound`; without a limit, all matches. */
  near: readonly number[]
  bound: SortedRecord['place'] | undefined
  /** Some rows have a null sort value, so their positions cannot be compared. */
  hasBlanks: boolean
  /**
   * Replaced by a new map when a row within the limit changes, so that a reading already under way does not fill the
   * new one.
   */
  rows: Map<string, readonly RecordRow[]>
  /** The last page of each size and number, with its total. */
  pages: Map<string, Immutable<ListPage<RecordRow>>>
}
type List = {
  kept: CachedResult | undefined
  tooLongUntilMs: number
  running: Promise<void> | undefined
  next: Promise<void> | undefined
}

/** Separate caches for each database. */
const listsOf = new WeakMap<Ctx['db'], Map<string, List>>()

/**
 * A page of the list's present matches with its exact total; undefined if there are too many matches or the page is too
 * far down. `key` identifies the list and its reader; the matches must depend on this one table only. The page is
 * frozen, and the same object as before if nothing changed.
 */
export async function findCached<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  key: string,
  request: CachedRequest<Row, Filter>,
  wanted: PageRequest,
): Promise<Immutable<ListPage<Row>> | undefined> {
  if (ctx.db.isTransaction || isOfOneRead(ctx.db) || wanted.current * wanted.pageSize > cachedOrder) return undefined
  const list = listOf(ctx, key)
  if (list.tooLongUntilMs > ctx.now().getTime()) return undefined
  await inTurn(list, () => bringUp(ctx, request, list))
  if (list.kept && isLacking(list.kept, wanted)) {
    list.kept = undefined
    await inTurn(list, () => bringUp(ctx, request, list))
  }
  return list.kept && ((await pageOf(ctx, request, list.kept, wanted)) as Immutable<ListPage<Row>>)
}

function listOf(ctx: Ctx, key: string): List {
  const lists = listsOf.get(ctx.db) ?? new Map<string, List>()
  listsOf.set(ctx.db, lists)
  const list = lists.get(key) ?? { kept: undefined, tooLongUntilMs: 0, running: undefined, next: undefined }
  // Moves the list to the end, so that the least recently used lists are evicted first.
  lists.delete(key)
  lists.set(key, list)
  let ids = [...lists.values()].reduce((sum, each) => sum + (each.kept?.ids.size ?? 0), 0)
  for (const [oldest, { kept }] of lists) {
    if ((ids <= mostIds && lists.size <= mostLists) || oldest === key) break
    lists.delete(oldest)
    ids -= kept?.ids.size ?? 0
  }
  return list
}

/** Requests that arrive during a reading share the next reading, which starts after they arrived. */
function inTurn(list: List, work: () => Promise<void>): Promise<void> {
  const begin = () => {
    list.next = undefined
    const running = work().finally(() => {
      if (list.running === running) list.running = undefined
    })
    list.running = running
    return running
  }
  if (!list.running) return list.next ?? begin()
  list.next ??= list.running.then(begin, begin)
  return list.next
}

async function bringUp<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  request: CachedRequest<Row, Filter>,
  list: List,
): Promise<void> {
  if (list.kept && (await follow(ctx, request, list.kept))) return
  list.kept = undefined
  const found = await findEverything(ctx, request, { limit: maxMatches, most: cachedOrder })
  if (!found) {
    list.tooLongUntilMs = ctx.now().getTime() + tooLongMs
    return
  }
  const { moment, ids, first } = found
  const bound = ids.length > first.length ? first.at(-1)?.place : undefined
  const hasBlanks = bound !== undefined && first.some(({ place }) => place.includes(null))
  const near = first.map(each => each.id)
  list.kept = { moment, ids: new Set(ids), near, bound, hasBlanks, rows: new Map(), pages: new Map() }
}

/** Applies the changes since the last reading. False if a complete new search is necessary. */
async function follow<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  request: CachedRequest<Row, Filter>,
  kept: CachedResult,
): Promise<boolean> {
  const since = await findChanged(ctx, request, kept.moment, kept.bound)
  if (!since) return false
  const near = new Set(kept.near)
  const isNearChanged = since.changed.some(({ id, isNear }) => isNear || near.has(id))
  if (isNearChanged && kept.hasBlanks) return false
  if (isNearChanged) {
    for (const { id, isNear } of since.changed) if (isNear) near.add(id)
    const placed = await findNear(ctx, request, [...near], kept.bound)
    if (placed.length > 2 * cachedOrder) {
      placed.length = cachedOrder
      kept.bound = placed.at(-1)?.place
    }
    kept.near = placed.map(each => each.id)
    kept.rows = new Map()
  }
  for (const { id, isFound } of since.changed) {
    if (isFound) kept.ids.add(id)
    else kept.ids.delete(id)
  }
  kept.moment = since.moment
  return true
}

/** Rows left the cached part, and rows beyond the limit have to move up. */
const isLacking = ({ near, bound }: CachedResult, { current, pageSize }: PageRequest) =>
  bound !== undefined && near.length < current * pageSize

async function pageOf<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  request: CachedRequest<Row, Filter>,
  kept: CachedResult,
  { current, pageSize }: PageRequest,
): Promise<Immutable<ListPage<RecordRow>>> {
  const name = `${current} ${pageSize}`
  const { rows, near, ids } = kept
  const total = ids.size
  const items =
    rows.get(name) ?? (await findRecordRows(ctx, request, near.slice((current - 1) * pageSize, current * pageSize)))
  rows.set(name, items)
  const before = kept.pages.get(name)
  if (before && before.total === total && before.items === items) return before
  const page = deepFreeze({ items: items as RecordRow[], total, current, pageSize })
  kept.pages.set(name, page as Immutable<ListPage<RecordRow>>)
  return page as Immutable<ListPage<RecordRow>>
}
