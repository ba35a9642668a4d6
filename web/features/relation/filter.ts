import { type DangerLevel, dangerLevels } from '#contract/og.ts'
import type { OgRelationType } from '#contract/og_relation.ts'
import type { GraphEdge, GraphNode, RelationType } from '#contract/relation.ts'

/** What a link is, as filters offer it. */
export type LinkType = RelationType | 'membership' | `og_${OgRelationType}`
/** What the legend tells apart: persons, those in focus, and organisations by their danger level. */
export type Sort = 'person' | 'focus' | DangerLevel
export const sorts: readonly Sort[] = ['person', 'focus', ...dangerLevels]
/** Years, both ends included. */
export type Years = readonly [number, number]

export type Filter = {
  /** Types of links and sorts of nodes that are left out. */
  hidden: ReadonlySet<LinkType>
  hiddenSorts: ReadonlySet<Sort>
  /** Links of other years are left out; those without a date stay, for nobody knows. Null: of all years. */
  years: Years | null
}

export const noFilter: Filter = { hidden: new Set(), hiddenSorts: new Set(), years: null }
export const isFiltered = ({ hidden, hiddenSorts, years }: Filter) =>
  hidden.size > 0 || hiddenSorts.size > 0 || years !== null

export function sortOf(node: GraphNode): Sort {
  if (node.kind === 'person') return node.is_focus ? 'focus' : 'person'
  return (dangerLevels as readonly string[]).includes(node.danger_level) ? (node.danger_level as DangerLevel) : '待定'
}

const yearOf = (date: string | null) => (date === null ? null : Number(date.slice(0, 4)))
type Dated = Pick<GraphEdge, 'start_time' | 'end_time'>

/** Whether a link was there in one of these years, as far as its dates tell. */
export function isIn({ start_time, end_time }: Dated, [from, to]: Years): boolean {
  return (yearOf(start_time) ?? from) <= to && (yearOf(end_time) ?? to) >= from
}

export const isDated = ({ start_time, end_time }: Dated) => start_time !== null || end_time !== null

/** First and last year that links speak of, today's at least; null where none has a date. */
export function yearsOf(edges: readonly Dated[], thisYear: number): Years | null {
  const years = edges.flatMap(({ start_time, end_time }) => [yearOf(start_time) ?? [], yearOf(end_time) ?? []].flat())
  if (years.length === 0) return null
  const [first, last] = years.reduce(
    ([low, high], year) => [Math.min(low, year), Math.max(high, year)],
    [thisYear, thisYear],
  )
  return first === last ? null : [first, last]
}
