import { useRouter } from '@tanstack/react-router'
import { landingOf } from '#web/platform/access.ts'
import { confirmLeave, isPageDirty, removeGuards } from '#web/platform/leave.ts'
import { hrefFrom, routeOf } from '#web/platform/route.ts'
import { useRole } from '#web/platform/session.ts'
import { dropTabs, type Tab, useTabs } from '#web/platform/tab.ts'
import { isOffered } from './guard.ts'

/** The tabs as shown: Workplace first, whether its page is mounted or not. */
export function useTabRow(): Tab[] {
  const role = useRole()
  const tabs = useTabs(state => state.tabs)
  if (!role) return []
  const name = landingOf(role, isOffered)
  const key = routeOf(name)?.path ?? '/'
  const workplace = tabs.find(tab => tab.key === key) ?? { key, name, params: {}, search: {}, reloads: 0, usedAt: 0 }
  return [workplace, ...tabs.filter(tab => tab.key !== key)]
}

/**
 * Closes tabs, after a confirmation if they have unsaved work. If the open tab is closed, `next` or its neighbour
 * opens.
 */
export function useCloseTabs() {
  const router = useRouter()
  return async (closing: readonly Tab[], row: readonly Tab[], next?: Tab): Promise<void> => {
    const keys = closing.map(tab => tab.key)
    if (keys.some(isPageDirty) && !(await confirmLeave())) return
    removeGuards(keys)
    const { activeKey } = useTabs.getState()
    const at = row.findIndex(tab => tab.key === activeKey)
    const isLeft = (tab: Tab) => !keys.includes(tab.key)
    const target = next ?? row.slice(at + 1).find(isLeft) ?? row.slice(0, at).findLast(isLeft)
    if (activeKey === null || !keys.includes(activeKey) || !target) return dropTabs(keys)
    // The open page would become a tab again if its tab were removed first.
    const stop = router.subscribe('onResolved', () => {
      stop()
      dropTabs(keys)
    })
    router.history.push(hrefFrom(target.name, target))
  }
}
