import { type GraphEdge, type RelationType, relationInverse } from '#contract/relation.api.ts'
import { isStated, lineKey } from '../graph.ts'

/** All links between two nodes, drawn as one line: two lines in one place would hide each other's names. */
export type Bundle = {
  key: string
  a: string
  b: string
  /** The text on the line, and the text with dates while the link is selected or hovered. */
  label: string
  dated: string
  /**
   * An arrow points from the holder of a role to its counterpart (from parent to child), or from a member to the
   * organisation.
   */
  isArrowAtA: boolean
  isArrowAtB: boolean
  /** True if all its links have ended. */
  isPast: boolean
  /** True if no user has stated any of its links. */
  isDerived: boolean
  /** True on the way to a sanctioned party. */
  isRisk: boolean
}

const isMutual = (type: RelationType) => relationInverse[type] === type

/**
 * The end that the arrow of a link points to: a relation's type is the role of `to` for `from`. Null for mutual types.
 */
export function headOf({
  kind,
  type,
  og_type,
  from,
  to,
}: Pick<GraphEdge, 'kind' | 'type' | 'og_type' | 'from' | 'to'>): string | null {
  if (kind === 'derived' || og_type === 'partner') return null
  if (!type) return to
  return isMutual(type) ? null : from
}

/** A date can be only a year or a month: the link has ended when all of that period is over. */
const isEnded = ({ end_time }: GraphEdge, today: string) =>
  end_time !== null && end_time < today.slice(0, end_time.length)

export function spanOf({ start_time, end_time }: Pick<GraphEdge, 'start_time' | 'end_time'>): string {
  if (!start_time && !end_time) return ''
  return start_time === end_time ? (start_time ?? '') : `${start_time ?? '…'} – ${end_time ?? '…'}`
}

/** `today` is a date in the format of the links' dates. */
export function bundle(
  edges: readonly GraphEdge[],
  nameOf: (edge: GraphEdge) => string,
  today: string,
  risk: ReadonlySet<string> = new Set(),
): Bundle[] {
  const byEnds = Map.groupBy(edges, ({ from, to }) => lineKey(from, to))
  return [...byEnds].map(([key, some]) => {
    const [a = '', b = ''] = key.split(' ')
    const heads = some.map(headOf)
    // If arrows point both ways, each name has a sign for its direction.
    const isMixed = heads.includes(a) && heads.includes(b)
    const named = (edge: GraphEdge, n: number) =>
      isMixed && heads[n] ? `${nameOf(edge)} ${heads[n] === b ? '▸' : '◂'}` : nameOf(edge)
    const dated = (edge: GraphEdge, n: number) => [named(edge, n), spanOf(edge)].filter(Boolean).join(' ')
    const joined = (words: string[]) => [...new Set(words)].join(' · ')
    return {
      key,
      a,
      b,
      label: joined(some.map(named)),
      dated: joined(some.map(dated)),
      isArrowAtA: heads.includes(a),
      isArrowAtB: heads.includes(b),
      isPast: some.every(edge => isEnded(edge, today)),
      isDerived: !some.some(isStated),
      isRisk: risk.has(key),
    }
  })
}

/** The text of a line that is read from `b` to `a`. */
export const reverseLabel = (label: string) => label.replace(/[▸◂]/g, sign => (sign === '▸' ? '◂' : '▸'))
