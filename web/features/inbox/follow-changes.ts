import { inboxKinds } from '#contract/inbox.api.ts'
import { queryClient, refresh } from '#web/platform/query.ts'

/** Entities whose decisions on other pages change the inbox. */
const causes = new Set<unknown>([...inboxKinds, 'dashboard'])
const pauseMs = 300

let waiting: ReturnType<typeof setTimeout> | undefined
let isFollowed = false

/** Reads the inbox again, once for several changes, whenever a page reads the data of its items again. */
export function followChanges(): void {
  if (isFollowed) return
  isFollowed = true
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate' || !causes.has(event.query.queryKey[0])) return
    clearTimeout(waiting)
    waiting = setTimeout(() => void refresh('inbox'), pauseMs)
  })
}
