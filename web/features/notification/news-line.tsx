import type { Notification } from '#contract/notification.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayTitle } from '#web/platform/display-name.ts'
import { useRole } from '#web/platform/session.ts'
import { hrefOfEntry } from './entry-address.ts'
import { useOpen } from './use-open.ts'
import { useEntityLabel, useSentence } from './words.ts'

/** A notification in two lines: the record as a link, then event and time. */
export default function NotificationLine({ item }: { item: Notification }) {
  const sentence = useSentence()
  const nounName = useEntityLabel()
  const open = useOpen()
  const href = hrefOfEntry(item, useRole())
  const title = displayTitle(item) || sentence(item)
  const words = [nounName(item.noun), item.title && sentence(item), item.target?.title, formatInstant(item.at)]
  return (
    <span className="grow">
      {href ? (
        <a href={href} className="block ellipsis" title={title} onClick={event => void open(event, item, href)}>
          {title}
        </a>
      ) : (
        <span className="block ellipsis" title={title}>
          {title}
        </span>
      )}
      <span className="block small quiet ellipsis">{words.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
