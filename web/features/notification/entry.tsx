import { Tooltip } from 'antd'
import { Check, MailOpen } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Notification } from '#contract/notification.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayTitle } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import { hrefOfEntry } from './entry-address.ts'
import { FamilyIcon } from './family-icon.tsx'
import { notificationMessages } from './messages.ts'
import css from './notification.module.css'
import { markRead } from './notification-calls.ts'
import { useOpen } from './use-open.ts'
import { noteOf, useEntityLabel, useSentence } from './words.ts'

/** One notification: record, event, author and time. A click opens the record and marks the notification as read. */
export function Entry({ item, onOpened }: { item: Notification; onOpened?: () => void }) {
  const t = useT(notificationMessages)
  const sentence = useSentence()
  const nounName = useEntityLabel()
  const role = useRole()
  const open = useOpen()
  const href = hrefOfEntry(item, role)
  const isUnread = item.read_at === null
  const head = (
    <>
      <span className={css.noun}>{nounName(item.noun)}</span> <b>{displayTitle(item)}</b>
    </>
  )
  const label = t(isUnread ? 'markRead' : 'markUnread')
  const Mark = isUnread ? Check : MailOpen
  const follow = (event: MouseEvent) => {
    if (href && open(event, item, href)) onOpened?.()
  }
  return (
    <li className={css.entry} data-unread={isUnread || undefined}>
      <FamilyIcon family={item.family} />
      <div className="grow">
        {item.title !== '' &&
          (href ? (
            <a href={href} className={css.head} title={displayTitle(item)} onClick={follow}>
              {head}
            </a>
          ) : (
            <span className={css.head}>{head}</span>
          ))}
        <p className="quiet break">
          {item.title === '' && href ? (
            <a href={href} onClick={follow}>
              {sentence(item)}
            </a>
          ) : (
            sentence(item)
          )}
          {item.target?.title && <span className={css.where}>{t('onPage', { title: item.target.title })}</span>}
        </p>
        {noteOf(item) && <p className={css.note}>{noteOf(item)}</p>}
        <p className={css.meta}>
          {item.actors.length > 0 && <span>{whoText(t, item)}</span>}
          <time dateTime={item.at}>{formatInstant(item.at)}</time>
        </p>
      </div>
      <Tooltip title={label}>
        <button
          type="button"
          className={css.mark}
          aria-label={`${label}: ${displayTitle(item) || sentence(item)}`}
          onClick={() => void markRead({ ids: [item.id], read: isUnread })}
        >
          <Mark size={14} aria-hidden />
        </button>
      </Tooltip>
    </li>
  )
}

function whoText(t: ReturnType<typeof useT<(typeof notificationMessages)['zh-CN']>>, { actors }: Notification): string {
  const [first] = actors
  const name = first?.name ?? ''
  return actors.length > 1 ? t('byMany', { name, count: actors.length - 1 }) : t('by', { name })
}
