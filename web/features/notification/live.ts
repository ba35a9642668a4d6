import { create } from 'zustand'
import type { Notification, NotificationBatch } from '#contract/notification.api.ts'
import { recordEntities } from '#contract/registry.ts'
import { refresh } from '#web/platform/query.ts'
import { onSessionEnd } from '#web/platform/session.ts'

type Live = {
  /** Null before the stream has sent it. */
  unread: number | null
  isLost: boolean
  /** Notifications that arrived last, for popups. */
  fresh: readonly Notification[]
}

/** State of the notification stream, whichever window of this browser holds the connection. */
export const useLive = create<Live>(() => ({ unread: null, isLost: false, fresh: [] }))
onSessionEnd(() => useLive.setState({ unread: null, isLost: false, fresh: [] }))

export type LiveMessage =
  | { type: 'told'; batch: NotificationBatch }
  | { type: 'unread'; unread: number }
  | { type: 'lost'; isLost: boolean }

const readAgainMs = 300
/** Spreads the requests of many windows that receive the same change. */
const spreadMs = 700
const liveEntities: ReadonlySet<string> = new Set([...recordEntities, 'issue', 'page', 'diff'])
let waiting = new Set<string>()
let isWaiting = false

/** Handles a message of the stream: data that it concerns is read again where it is shown. */
export function handleMessage(message: LiveMessage): void {
  if (message.type === 'lost') useLive.setState({ isLost: message.isLost })
  else if (message.type === 'unread') {
    useLive.setState({ unread: message.unread, isLost: false })
    readSoon(['notification'])
  } else {
    const { items, unread } = message.batch
    useLive.setState({ unread, isLost: false, fresh: items })
    readSoon(['notification', ...items.flatMap(item => [item.noun, item.target?.noun ?? item.noun])])
  }
}

function readSoon(nouns: readonly string[]): void {
  for (const noun of nouns) if (noun === 'notification' || liveEntities.has(noun)) waiting.add(noun)
  if (isWaiting) return
  isWaiting = true
  setTimeout(
    () => {
      isWaiting = false
      const all = [...waiting]
      waiting = new Set()
      void refresh(...all)
    },
    readAgainMs + Math.random() * spreadMs,
  )
}
