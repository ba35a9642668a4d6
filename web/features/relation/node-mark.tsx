import type { DangerLevel } from '#contract/og.api.ts'
import type { GraphNode } from '#contract/relation.api.ts'
import { DangerLevelMark, isDangerLevel } from '#web/ui/danger-level.tsx'
import css from './relation.module.css'

/** The shape of a node in the drawing. */
export function NodeMark({ node }: { node: GraphNode }) {
  switch (node.kind) {
    case 'og':
      return <OgMark level={isDangerLevel(node.danger_level) ? node.danger_level : '待定'} />
    case 'person':
      return <PersonMark isFocus={node.is_focus} />
    default:
      return node satisfies never
  }
}

const squares: Partial<Record<DangerLevel, string | undefined>> = { 中性: css.neutral, 待定: css.pending }

/** A danger level's mark. Round marks are square here, because a round node of the graph is a person. */
export function OgMark({ level }: { level: DangerLevel }) {
  const square = squares[level]
  if (!square) return <DangerLevelMark level={level} />
  return (
    <svg className={square} width={12} height={12} viewBox="0 0 12 12" aria-hidden>
      <rect x="1.5" y="1.5" width="9" height="9" rx={level === '中性' ? 2 : 0} fill="currentColor" />
    </svg>
  )
}

export function PersonMark({ isFocus }: { isFocus: boolean }) {
  return (
    <svg className={isFocus ? css.focus : css.person} width={12} height={12} viewBox="0 0 12 12" aria-hidden>
      {isFocus ? (
        <path d="m6 .6 1.6 3.5 3.9.4-2.9 2.6.8 3.8L6 9 2.6 10.9l.8-3.8L.5 4.5l3.9-.4Z" fill="currentColor" />
      ) : (
        <circle cx="6" cy="6" r="4.6" fill="currentColor" />
      )}
    </svg>
  )
}

/** A line as the drawing has it. */
export function LineMark({ kind }: { kind: 'stated' | 'derived' | 'ended' | 'risk' }) {
  const width = kind === 'risk' ? 2.5 : 1.8
  const dots = kind === 'derived' ? { strokeDasharray: '0.1 5', strokeLinecap: 'round' as const } : {}
  return (
    <svg className={css.line} data-kind={kind} width={24} height={12} viewBox="0 0 24 12" aria-hidden>
      <path d="M2 6h20" stroke="currentColor" strokeWidth={width} {...dots} />
    </svg>
  )
}
