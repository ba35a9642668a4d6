import type { ReactNode } from 'react'
import { type DangerLevel, dangerLevels } from '#contract/og.api.ts'
import { defineMessages, useT } from '#web/platform/i18n.ts'
import css from './danger-level.module.css'

export const dangerLevelMessages = defineMessages({
  sanctioned: ['受制裁', 'Sanctioned'],
  first: ['一类', 'Class 1'],
  second: ['二类', 'Class 2'],
  neutral: ['中性', 'Neutral'],
  pending: ['待定', 'Pending'],
})

const keys = {
  受制裁: 'sanctioned',
  一类: 'first',
  二类: 'second',
  中性: 'neutral',
  待定: 'pending',
} as const satisfies Record<DangerLevel, string>

/** The shape distinguishes the levels without colour. */
const shapes: Record<DangerLevel, ReactNode> = {
  受制裁: <path d="M4 .5h4L11.5 4v4L8 11.5H4L.5 8V4Z" fill="currentColor" />,
  一类: <path d="M6 .8 11.6 11H.4Z" fill="currentColor" />,
  二类: <path d="m6 .4 5.6 5.6L6 11.6.4 6Z" fill="currentColor" />,
  中性: <circle cx="6" cy="6" r="4.6" fill="currentColor" />,
  待定: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.6 1.6" />,
}

/** The levels' names in the chosen language. */
export function useDangerLevelName(): (level: DangerLevel) => string {
  const t = useT(dangerLevelMessages)
  return level => t(keys[level])
}

/** The level as a mark; the text next to it must name the level. */
export function DangerLevelMark({ level }: { level: DangerLevel }) {
  return (
    <svg className={css[keys[level]]} width={12} height={12} viewBox="0 0 12 12" aria-hidden focusable={false}>
      {shapes[level]}
    </svg>
  )
}

/** A bar in the level's colour; its length is the share of the longest bar. Its row names level and number. */
export function DangerLevelBar({ level, share }: { level: DangerLevel; share: number }) {
  return <span className={`${css.bar} ${css[keys[level]]}`} style={{ width: `${share * 100}%` }} aria-hidden />
}

export function DangerLevelTag({ level }: { level: DangerLevel }) {
  const nameOf = useDangerLevelName()
  return (
    <span className={level === '受制裁' ? css.chip : css.tag}>
      <DangerLevelMark level={level} />
      <span className={level === '受制裁' ? undefined : css[keys[level]]}>{nameOf(level)}</span>
    </span>
  )
}

export function isDangerLevel(value: unknown): value is DangerLevel {
  return (dangerLevels as readonly unknown[]).includes(value)
}
