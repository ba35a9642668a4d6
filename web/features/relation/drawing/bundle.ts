import { type GraphEdge, type RelationType, relationInverse } from '#contract/relation.ts'

/** All that links two nodes, drawn as one line: two lines in one place would hide each other's names. */
export type Bundle = {
  key: string
  a: string
  b: string
  /** What stands on the line, and what stands there with its dates while one looks at it. */
  label: string
  dated: string
  /** An arrow leads from who is something to the one whose it is, or to where they are a member. */
  isArrowAtA: boolean
  isArrowAtB: boolean
  /** Every link of it has ended. */
  isPast: boolean
}

const isMutual = (type: RelationType) => relationInverse[type] === type

/** Where the arrow of a link leads: a relation's type is what `to` is to `from`. Null of what is mutual. */
export function headOf({
  type,
  og_type,
  from,
  to,
}: Pick<GraphEdge, 'type' | 'og_type' | 'from' | 'to'>): string | null {
  if (og_type === 'partner') return null
  if (!type) return to
  return isMutual(type) ? null : from
}

/** A date may be a year or a month alone: it has ended when all of that is over. */
const isEnded = ({ end_time }: GraphEdge, today: string) =>
  end_time !== null && end_time < today.slice(0, end_time.length)

export function spanOf({ start_time, end_time }: Pick<GraphEdge, 'start_time' | 'end_time'>): string {
  if (!start_time && !end_time) return ''
  return start_time === end_time ? (start_time ?? '') : `${start_time ?? '…'} – ${end_time ?? '…'}`
}

/** `today` as a date, in the form of a link's. */
export function bundle(edges: readonly GraphEdge[], nameOf: (edge: GraphEdge) => string, today: string): Bundle[] {
  const byEnds = Map.groupBy(edges, ({ from, to }) => (from < to ? `${from} ${to}` : `${to} ${from}`))
  return [...byEnds].map(([key, some]) => {
    const [a = '', b = ''] = key.split(' ')
    const heads = some.map(headOf)
    // Where arrows lead both ways each name says whose it is by its own.
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
    }
  })
}

/** The words on a line that is read from `b` to `a`. */
export const turned = (label: string) => label.replace(/[▸◂]/g, sign => (sign === '▸' ? '◂' : '▸'))
