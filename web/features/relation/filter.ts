import { type DangerLevel, dangerLevels } from '#contract/og.api.ts'
import type { OgRelationType } from '#contract/og_relation.api.ts'
import type { GraphEdge, GraphNode, RelationType } from '#contract/relation.api.ts'

/** The type of a link, as filters offer it. */
export type LinkType = RelationType | 'membership' | 'derived' | `og_${OgRelationType}`
/** The classes of the legend: persons, focus persons, and organisations by danger level. */
export type NodeSort = 'person' | 'focus' | DangerLevel
export const sorts: readonly NodeSort[] = ['person', 'focus', ...dangerLevels]
/** Years, both ends inclusive. */
type Years = readonly [number, number]

export type GraphFilter = {
  /** Types of links and classes of nodes that are hidden. */
  hidden: ReadonlySet<LinkType>
  hiddenSorts: ReadonlySet<NodeSort>
  /**
   * Links of other years are hidden; links without dates stay, because their years are unknown. Null means all years.
   */
  years: Years | null
}

export const noFilter: GraphFilter = { hidden: new Set(), hiddenSorts: new Set(), years: null }
export const isFiltered = ({ hidden, hiddenSorts, years }: GraphFilter) =>
  hidden.size > 0 || hiddenSorts.size > 0 || years !== null

export function sortOf(node: GraphNode): NodeSort {
  switch (node.kind) {
    case 'og':
      return (dangerLevels as readonly string[]).includes(node.danger_level)
        ? (node.danger_level as DangerLevel)
        : '待定'
    case 'person':
      return node.is_focus ? 'focus' : 'person'
  }
}

const yearOf = (date: string | null) => (date === null ? null : Number(date.slice(0, 4)))
type DatedEdge = Pick<GraphEdge, 'start_time' | 'end_time'>

/** True if the link existed in one of these years, as far as its dates show. */
export function isIn({ start_time, end_time }: DatedEdge, [from, to]: Years): boolean {
  return (yearOf(start_time) ?? from) <= to && (yearOf(end_time) ?? to) >= from
}

export const isDated = ({ start_time, end_time }: DatedEdge) => start_time !== null || end_time !== null

/** First and last year in the links' dates, up to at least this year; null if none has a date. */
export function yearsOf(edges: readonly DatedEdge[], thisYear: number): Years | null {
  const years = edges.flatMap(({ start_time, end_time }) => [yearOf(start_time) ?? [], yearOf(end_time) ?? []].flat())
  if (years.length === 0) return null
  const [first, last] = years.reduce(
    ([low, high], year) => [Math.min(low, year), Math.max(high, year)],
    [thisYear, thisYear],
  )
  return first === last ? null : [first, last]
}
