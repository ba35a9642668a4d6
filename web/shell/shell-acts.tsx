import { CircleUser, Keyboard, Languages, LogOut, Moon, Settings, Sun } from 'lucide-react'
import { type Locale, locales } from '#contract/error.ts'
import { type AppCommand, useAct } from '#web/platform/act.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useGo } from '#web/platform/page.tsx'
import { changeLocale, changeSetting } from '#web/platform/setting.ts'
import { setShortcutHelp } from '#web/platform/shortcut.tsx'
import { useIsDark } from '#web/platform/theme.ts'
import { useLogout } from './leave.ts'
import { shellMessages } from './messages.ts'

type Key = 'switchLanguage' | 'toDark' | 'toLight' | 'openSettings' | 'showShortcuts' | 'userInfo' | 'logout'

const labelOf = (key: Key): Record<Locale, string> => ({
  'zh-CN': shellMessages['zh-CN'][key],
  'en-US': shellMessages['en-US'][key],
})

/** Actions of the frame, for the palette. */
export function ShellActs({ onSettings }: { onSettings: () => void }) {
  const go = useGo()
  const logout = useLogout()
  const isDark = useIsDark()
  const locale = useLocale()
  const other = locales.find(each => each !== locale) ?? locale
  const acts: AppCommand[] = [
    act('switchLanguage', 'qhyy', Languages, () => changeLocale(other)),
    act(isDark ? 'toLight' : 'toDark', isDark ? 'qhwqszt' : 'qhwsszt', isDark ? Sun : Moon, () =>
      changeSetting({ theme: isDark ? 'light' : 'dark' }),
    ),
    act('openSettings', 'dkymsz', Settings, onSettings),
    act('showShortcuts', 'xskjj', Keyboard, () => setShortcutHelp(true)),
    act('userInfo', 'yhxx', CircleUser, () => go('user_info')),
    act('logout', 'tcdl', LogOut, () => void logout()),
  ]
  return acts.map(each => <One key={each.id} act={each} />)
}

function act(key: Key, letters: string, icon: AppCommand['icon'], run: () => void): AppCommand {
  return { id: key, label: labelOf(key), letters, icon, run }
}

function One({ act }: { act: AppCommand }) {
  useAct(act)
  return null
}
