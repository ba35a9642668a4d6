import { Pencil, Users } from 'lucide-react'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { reportPageMessages } from '../page-messages.ts'
import css from '../report-page.module.css'
import type { Presence } from './presence.ts'

/** The other users on this report, and those who are editing. */
export function PresenceLine({ presence }: { presence: Presence | null }) {
  const t = useT(reportPageMessages)
  if (!presence || presence.others.length === 0) return null
  const writing = presence.others.filter(other => other.is_editing)
  const reading = presence.others.filter(other => !other.is_editing)
  return (
    <p className={css.presence} role="status">
      {writing.map(({ id, name, since }) => (
        <span key={id} className={css.writing}>
          <Pencil size={12} aria-hidden />
          {t('editing', { name, at: formatInstant(since).slice(11) })}
        </span>
      ))}
      {reading.length > 0 && (
        <span>
          <Users size={12} aria-hidden />
          {t('here', { names: reading.map(({ name }) => name).join(', ') })}
        </span>
      )}
    </p>
  )
}
