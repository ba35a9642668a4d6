import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Notification } from '#contract/notification.api.ts'
import { showError } from '#web/platform/query.ts'
import { markRead } from './notification-calls.ts'

type OpenEntry = (event: MouseEvent | undefined, item: Notification, href: string) => boolean

/**
 * Opens the target of an entry and marks it as read. For a modified click it returns false and the browser opens a
 * window as usual.
 */
export function useOpen(): OpenEntry {
  const { history } = useRouter()
  return (event, item, href) => {
    if (item.read_at === null) markRead({ ids: [item.id] }).catch(error => showError(error))
    const isPlain = !event || !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button > 0)
    if (!isPlain) return false
    event?.preventDefault()
    history.push(href)
    return true
  }
}
