import { many, one, type Search } from '#web/platform/url.ts'
import type { FilterConfig, PeriodFilter } from './list-config.ts'

export const pageSizes = [20, 50, 100] as const
const defaultPageSize = 50

/** A list's parameters in the address. `values` holds the filters under their API names. */
export type ListState = {
  values: Search
  keyword: string
  sort: string
  current: number
  pageSize: number
  /** The id of a saved view, or `all` for none although there is a default one. */
  view: string | undefined
}

/** The allowed parameters of a list's address. */
export type ListShape = { names: readonly string[]; sortable: readonly string[]; defaultSort: string; preset: Search }

/** In an address: a preset value that was removed. */
export const anyValue = 'any'

/** The preset applies to an address without parameters; a saved view is complete. */
function presetOf(view: string | undefined, shape: ListShape): Search {
  return view === undefined || view === 'all' ? shape.preset : {}
}

/** The names of a period's two dates in the API and in the address. */
export const periodNames = ({ id, names }: PeriodFilter) => names ?? ([`${id}_from`, `${id}_to`] as const)

export function filterNames(filter: FilterConfig): string[] {
  if (filter.kind === 'period') return [...periodNames(filter)]
  return filter.kind === 'range' ? [`${filter.id}_min`, `${filter.id}_max`] : [filter.id]
}

export function shapeOf(config: {
  filters: readonly FilterConfig[]
  columns: readonly { sort?: string }[]
  defaultSort: string
  preset?: Search | undefined
}): ListShape {
  const preset = config.preset ?? {}
  return {
    preset,
    names: [...new Set([...config.filters.flatMap(filterNames), ...Object.keys(preset)])],
    sortable: config.columns.flatMap(column => (column.sort ? [column.sort] : [])),
    defaultSort: config.defaultSort,
  }
}

const integer = (text: string | undefined) => (text && /^\d{1,7}$/.test(text) ? Number(text) : undefined)

/** Reads an address. Invalid values are left out, so that a hand-written address shows a list and not an error. */
export function readState(search: Search, shape: ListShape): ListState {
  const pageSize = integer(one(search.pageSize))
  const sort = one(search.sort)
  const isSortable =
    sort !== undefined && (sort === shape.defaultSort || shape.sortable.includes(sort.replace(/^-/, '')))
  return {
    values: valuesOf({ ...presetOf(one(search.view), shape), ...search }, shape.names),
    keyword: one(search.keyword) ?? '',
    sort: isSortable ? sort : shape.defaultSort,
    current: Math.max(1, integer(one(search.current)) ?? 1),
    pageSize: pageSizes.find(size => size === pageSize) ?? defaultPageSize,
    view: one(search.view),
  }
}

function valuesOf(search: Search, names: readonly string[]): Search {
  const values: Search = {}
  for (const name of names) {
    const value = search[name]
    if (many(value).some(each => each !== '' && each !== anyValue)) values[name] = value as string | string[]
  }
  return values
}

/** The next address: changed filters, keyword and order start at page one; parameters of others stay as they are. */
export function writeState(before: Search, patch: Partial<ListState>, shape: ListShape): Search {
  const state = { ...readState(before, shape), ...patch }
  const restarts = 'values' in patch || 'keyword' in patch || 'sort' in patch || 'pageSize' in patch
  const own = new Set([...shape.names, 'keyword', 'sort', 'current', 'pageSize', 'view'])
  const others = Object.fromEntries(Object.entries(before).filter(([name]) => !own.has(name)))
  const current = restarts && !('current' in patch) ? 1 : state.current
  const next: Search = { ...others }
  const preset = presetOf(state.view, shape)
  for (const name of shape.names) {
    const value = state.values[name]
    if (value === undefined && preset[name] !== undefined) next[name] = anyValue
    else if (value !== undefined && value !== preset[name]) next[name] = value
  }
  if (state.keyword) next.keyword = state.keyword
  if (state.sort !== shape.defaultSort) next.sort = state.sort
  if (current > 1) next.current = String(current)
  if (state.pageSize !== defaultPageSize) next.pageSize = String(state.pageSize)
  if (state.view) next.view = state.view
  return next
}

/** True if the address has no parameters of the list: the user's default view can fill it. */
export function isBlank(search: Search, shape: ListShape): boolean {
  return [...shape.names, 'keyword', 'sort', 'current', 'pageSize', 'view'].every(name => search[name] === undefined)
}

/** The filter alone, as used by "all that match" and by exports. */
export function filterOf(state: ListState): Search {
  return { ...state.values, ...(state.keyword && { keyword: state.keyword }) }
}

/** True if resetting would change the shown rows. */
export function isFiltered(state: ListState, shape: ListShape): boolean {
  const own = filterOf(state)
  const names = new Set([...Object.keys(own), ...Object.keys(shape.preset)])
  return [...names].some(name => own[name] !== shape.preset[name])
}

/** An empty order means the server's own. */
export function sortOf({ sort }: ListState): { sort?: string } {
  return sort === '' ? {} : { sort }
}

/** The list endpoint's query. */
export function queryOf(state: ListState): Record<string, unknown> {
  return { ...filterOf(state), ...sortOf(state), current: state.current, pageSize: state.pageSize }
}

/**
 * The content of a saved view: filters, keyword, order; neither page nor page size. Names are sorted, for comparison.
 */
export function viewSearch(state: ListState, shape: ListShape): string {
  const pairs = new URLSearchParams()
  for (const name of shape.names.toSorted())
    for (const value of many(state.values[name]).toSorted()) pairs.append(name, value)
  if (state.keyword) pairs.append('keyword', state.keyword)
  if (state.sort !== shape.defaultSort) pairs.append('sort', state.sort)
  return pairs.toString()
}

/** The next order after a press on a column's title: first direction, other direction, then the list's own order. */
export function nextSort(
  sort: string,
  column: { sort: string; sortsDownFirst?: boolean },
  defaultSort: string,
): string {
  const [first, second] = column.sortsDownFirst ? [`-${column.sort}`, column.sort] : [column.sort, `-${column.sort}`]
  if (sort === first) return second
  if (sort === second && defaultSort !== first && defaultSort !== second) return defaultSort
  return first
}
