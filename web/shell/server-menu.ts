import { create } from 'zustand'
import { type MenuEntry, menu } from '#contract/session.api.ts'
import { call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { errorText } from '#web/platform/query.ts'
import { onSessionEnd } from '#web/platform/session.ts'
import { useSetting } from '#web/platform/setting.ts'
import { guardMessages } from './guard-messages.ts'

type ServerMenu = { entries: MenuEntry[] | null; hasFailed: boolean }

/** The menu from the server; null before it is requested, and after a failure: the client's own menu is then used. */
export const useServerMenu = create<ServerMenu>(() => ({ entries: null, hasFailed: false }))

const noticeId = 'server-menu'

/** Loads the server's menu once if that mode is on; one notice reports progress and result. */
export async function loadServerMenu(): Promise<void> {
  const { entries, hasFailed } = useServerMenu.getState()
  if (!useSetting.getState().menu_from_server || entries || hasFailed) return
  const t = translate(guardMessages)
  notify({ id: noticeId, kind: 'loading', text: t('menuLoading') })
  try {
    useServerMenu.setState({ entries: await call(menu, {}) })
    notify({ id: noticeId, kind: 'success', text: t('menuLoaded') })
  } catch (error) {
    useServerMenu.setState({ hasFailed: true })
    notify({ id: noticeId, kind: 'error', text: t('menuFailed', { reason: errorText(error) }) })
  }
}

export function clearServerMenu(): void {
  useServerMenu.setState({ entries: null, hasFailed: false })
}

/** True if the server's menu contains the page; always true without that mode, and after a failed request. */
export function isInServerMenu(name: string): boolean {
  const { entries } = useServerMenu.getState()
  if (!useSetting.getState().menu_from_server || !entries) return true
  return entries.some(entry => entry.name === name || entry.children?.some(child => child.name === name))
}

onSessionEnd(clearServerMenu)
