import { eventLevels } from '#contract/event.api.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './event-level.module.css'
import { eventLevelMessages } from './level-messages.ts'

const words = ['1', '2', '3', '4', '5'] as const

function wordOf(level: number | null) {
  if (level === null) return 'none'
  return words[Math.min(5, Math.max(1, level)) - 1] ?? '3'
}

/** The levels' names in the chosen language. */
export function useEventLevelName(): (level: number | null) => string {
  const t = useT(eventLevelMessages)
  return level => t(wordOf(level))
}

/** The level as its number on its colour, without its name in the text. */
export function EventLevelMark({ level }: { level: number | null }) {
  const name = useEventLevelName()
  return (
    <span
      className={`${css.level} ${css.mark}`}
      data-level={wordOf(level)}
      role="img"
      aria-label={name(level)}
      title={name(level)}
    >
      {level === null ? '–' : wordOf(level)}
    </span>
  )
}

export function EventLevelTag({ level }: { level: number | null }) {
  const name = useEventLevelName()
  return (
    <span className={css.tag}>
      <span className={`${css.level} ${css.mark}`} data-level={wordOf(level)} aria-hidden>
        {level === null ? '–' : wordOf(level)}
      </span>
      {name(level)}
    </span>
  )
}

/** The options of the level's filter, `none` last. */
export function useLevelOptions() {
  const name = useEventLevelName()
  return [...eventLevels, null].map(level => ({
    value: String(level ?? 'none'),
    label: name(level),
    icon: <EventLevelMark level={level} />,
  }))
}
