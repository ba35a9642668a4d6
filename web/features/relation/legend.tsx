import { dangerLevels } from '#contract/og.ts'
import { useT } from '#web/platform/i18n.ts'
import { isDangerLevel, useDangerLevelName } from '#web/ui/danger-level.tsx'
import type { Graph } from './graph.ts'
import { relationMessages } from './messages.ts'
import { OgMark, PersonMark } from './node-mark.tsx'
import css from './relation.module.css'

/** What shapes and colours mean, of those that are shown. */
export function Legend({ graph }: { graph: Graph }) {
  const t = useT(relationMessages)
  const levelName = useDangerLevelName()
  const has = (isFocus: boolean) => graph.nodes.some(node => node.kind === 'person' && node.is_focus === isFocus)
  const levels = new Set(graph.nodes.flatMap(node => (node.kind === 'og' ? [node.danger_level] : [])))
  return (
    <ul className={css.legend} aria-label={t('legend')}>
      {has(false) && (
        <li>
          <PersonMark isFocus={false} />
          {t('person')}
        </li>
      )}
      {has(true) && (
        <li>
          <PersonMark isFocus />
          {t('focusPerson')}
        </li>
      )}
      {dangerLevels
        .filter(level => levels.has(level) && isDangerLevel(level))
        .map(level => (
          <li key={level}>
            <OgMark level={level} />
            {`${t('og')} · ${levelName(level)}`}
          </li>
        ))}
    </ul>
  )
}
