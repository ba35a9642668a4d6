import { create } from 'zustand'
import { useSetting } from './setting.ts'

const systemDark = matchMedia('(prefers-color-scheme: dark)')

function isDarkNow(): boolean {
  const { theme } = useSetting.getState()
  return theme === 'dark' || (theme === 'system' && systemDark.matches)
}

/** True while the dark theme is shown, by choice or with the system. */
export const useIsDark = create<boolean>(() => isDarkNow())

function apply(): void {
  const { color_weak: isWeak, theme_color: colour } = useSetting.getState()
  const isDark = isDarkNow()
  useIsDark.setState(isDark, true)
  const { style, dataset } = document.documentElement
  dataset.theme = isDark ? 'dark' : 'light'
  style.colorScheme = isDark ? 'dark' : 'light'
  style.setProperty('--primary', colour)
  document.body.style.filter = isWeak ? 'invert(80%)' : ''
}

useSetting.subscribe(apply)
systemDark.addEventListener('change', apply)
apply()
