import { CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#web/platform/i18n.ts'
import css from './inbox.module.css'
import { inboxMessages } from './messages.ts'
import { useWhen } from './use-when.ts'

type Props = {
  lookedAt: string | null
  /** More items wait than were read, so that an empty list does not mean that nothing waits. */
  isAtLeast: boolean
  isOfKind?: boolean
  children?: ReactNode
}

/** Nothing waits: with the time of the last crawl, so that “nothing” can be believed. */
export function InboxClear({ lookedAt, isAtLeast, isOfKind = false, children }: Props) {
  const t = useT(inboxMessages)
  const when = useWhen()
  if (isAtLeast)
    return (
      <div className={css.clear} role="status">
        <Info size={20} aria-hidden className="warning" />
        <span className="quiet">{t('notAllRead')}</span>
        {children}
      </div>
    )
  return (
    <div className={css.clear} role="status">
      <CircleCheck size={20} aria-hidden className="success" />
      <b className="section strong">{t('clear')}</b>
      <span className="quiet">
        {t(isOfKind ? 'clearKind' : 'clearText')} {lookedAt && t('looked', { at: when(lookedAt) })}
      </span>
      {children}
    </div>
  )
}
