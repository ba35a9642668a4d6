import { useRole } from '#web/platform/session.ts'
import { useSetting } from '#web/platform/setting.ts'
import { flatten, type MenuItem, menuFrom, menuOf } from './menu.ts'
import { useServerMenu } from './server-menu.ts'

/** The menu to show: the server's in that mode, otherwise (and after a failure) the client's own. */
export function useMenu(): MenuItem[] {
  const role = useRole()
  const entries = useServerMenu(state => state.entries)
  const isFromServer = useSetting(setting => setting.menu_from_server)
  if (!role) return []
  return flatten(isFromServer && entries ? menuFrom(entries, role) : menuOf(role))
}
