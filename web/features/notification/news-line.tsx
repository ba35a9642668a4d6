import type { Notification } from '#contract/notification.api.ts'
import { displayTitle } from '#web/platform/display-name.ts'
import { useRole } from '#web/platform/session.ts'
import { hrefOfEntry } from './entry-address.ts'
import { useOpen } from './use-open.ts'
import { noteOf, useEntityLabel, useSentence } from './words.ts'

/** A notification in two lines: the record as a link, then its users, the event and a colleague's message. */
export default function NotificationLine({ item }: { item: Notification }) {
  const sentence = useSentence()
  const nounName = useEntityLabel()
  const open = useOpen()
  const href = hrefOfEntry(item, useRole())
  const title = displayTitle(item) || sentence(item)
  const names = item.actors.map(({ name }) => name).join(' ')
  const words = [names, nounName(item.noun), item.title && sentence(item), item.target?.title, noteOf(item)]
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
