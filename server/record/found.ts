// What keywords find in a table, kept in this process, and brought up to each reading by the records written since.
import type { Page } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Frozen, freeze } from '#server/platform/frozen.ts'
import { isOfOneRead } from '#server/platform/reading.ts'
import {
  type Asked,
  findChanged,
  findEverything,
  findNear,
  findRows,
  type Moment,
  type Placed,
} from './found-queries.ts'
import type { RecordRow } from './table.ts'

/** Lists that find more are walked and counted like any other, and asked for again after a while. */
const mostFound = 100_000
const tooLongMs = 60_000
/** So many of the first are known in their order. */
const heldInOrder = 200
/** Of all lists together. */
const mostIds = 500_000
const mostLists = 500

type Filtering = { trash?: boolean | undefined }
type Wanted = { current: number; pageSize: number }

type Kept = {
  moment: Moment
  ids: Set<number>
  /** In order: all that are found no later than `bound`; without one, all that are found. */
  near: readonly number[]
  bound: Placed['place'] | undefined
  /** Some have no value to be sorted by, and so no place that another could be compared with. */
  hasBlanks: boolean
  /** Replaced by another where something near has changed, so that what was being read meanwhile is not kept. */
  rows: Map<string, readonly RecordRow[]>
  /** The last page of each kind, with the total that it tells. */
  pages: Map<string, Frozen<Page<RecordRow>>>
}
type List = {
  kept: Kept | undefined
  tooLongUntilMs: number
  running: Promise<void> | undefined
  next: Promise<void> | undefined
}

/** Of each database apart. */
const listsOf = new WeakMap<Ctx['db'], Map<string, List>>()

/**
 * A page of what the list finds now with its exact total; undefined where that is too much or too far down. `key` names the
 * list and its reader; what is found must depend on this one table. The page is frozen, and the same as before where it has
 * not changed.
 */
export async function findKept<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  key: string,
  asked: Asked<Row, Filter>,
  wanted: Wanted,
): Promise<Frozen<Page<Row>> | undefined> {
  if (ctx.db.isTransaction || isOfOneRead(ctx.db) || wanted.current * wanted.pageSize > heldInOrder) return undefined
  const list = listOf(ctx, key)
  if (list.tooLongUntilMs > ctx.now().getTime()) return undefined
  await inTurn(list, () => bringUp(ctx, asked, list))
  if (list.kept && isLacking(list.kept, wanted)) {
    list.kept = undefined
    await inTurn(list, () => bringUp(ctx, asked, list))
  }
  return list.kept && ((await pageOf(ctx, asked, list.kept, wanted)) as Frozen<Page<Row>>)
}

function listOf(ctx: Ctx, key: string): List {
  const lists = listsOf.get(ctx.db) ?? new Map<string, List>()
  listsOf.set(ctx.db, lists)
  const list = lists.get(key) ?? { kept: undefined, tooLongUntilMs: 0, running: undefined, next: undefined }
  // In the order of their last use; the oldest go.
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

/** Who comes while one looks shares the next look, which begins after they came. */
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
  asked: Asked<Row, Filter>,
  list: List,
): Promise<void> {
  if (list.kept && (await follow(ctx, asked, list.kept))) return
  list.kept = undefined
  const found = await findEverything(ctx, asked, { limit: mostFound, most: heldInOrder })
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

/** False where it has to be found anew. */
async function follow<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  asked: Asked<Row, Filter>,
  kept: Kept,
): Promise<boolean> {
  const since = await findChanged(ctx, asked, kept.moment, kept.bound)
  if (!since) return false
  const near = new Set(kept.near)
  const isNearChanged = since.changed.some(({ id, isNear }) => isNear || near.has(id))
  if (isNearChanged && kept.hasBlanks) return false
  if (isNearChanged) {
    for (const { id, isNear } of since.changed) if (isNear) near.add(id)
    const placed = await findNear(ctx, asked, [...near], kept.bound)
    if (placed.length > 2 * heldInOrder) {
      placed.length = heldInOrder
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

/** Others that have left have laid bare what lies beyond the bound. */
const isLacking = ({ near, bound }: Kept, { current, pageSize }: Wanted) =>
  bound !== undefined && near.length < current * pageSize

async function pageOf<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  asked: Asked<Row, Filter>,
  kept: Kept,
  { current, pageSize }: Wanted,
): Promise<Frozen<Page<RecordRow>>> {
  const name = `${current} ${pageSize}`
  const { rows, near, ids } = kept
  const total = ids.size
  const items = rows.get(name) ?? (await findRows(ctx, asked, near.slice((current - 1) * pageSize, current * pageSize)))
  rows.set(name, items)
  const before = kept.pages.get(name)
  if (before && before.total === total && before.items === items) return before
  const page = freeze({ items: items as RecordRow[], total, current, pageSize })
  kept.pages.set(name, page as Frozen<Page<RecordRow>>)
  return page as Frozen<Page<RecordRow>>
}
