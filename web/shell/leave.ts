import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { translate } from '#web/platform/i18n.ts'
import { confirmLeave, isAnyPageDirty, removeAllGuards } from '#web/platform/leave.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { logout } from '#web/platform/session.ts'
import type { Search } from '#web/platform/url.ts'
import { loginHref } from './guard.ts'
import { shellMessages } from './messages.ts'

/** Logs out and opens the login page, which remembers the page that was left. */
async function logOutAndLeave(router: AnyRouter): Promise<void> {
  if (isAnyPageDirty() && !(await confirmLeave())) return
  removeAllGuards()
  const match = router.state.matches.at(-1)
  const href = loginHref(match?.staticData.pageName, match?.params ?? {}, (match?.search ?? {}) as Search)
  await logout()
  notifySuccess(translate(shellMessages)('loggedOut'))
  router.history.push(href)
}

export function useLogout(): () => Promise<void> {
  const router = useRouter()
  return useCallback(() => logOutAndLeave(router), [router])
}
