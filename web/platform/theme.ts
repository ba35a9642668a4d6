import { create } from 'zustand'
import { readableOn, textOn } from './color.ts'
import { useSetting } from './setting.ts'

const systemDark = matchMedia('(prefers-color-scheme: dark)')

/** Paper is light. */
let isPrinting = false

function isDarkNow(): boolean {
  if (isPrinting) return false
  const { theme } = useSetting.getState()
  return theme === 'dark' || (theme === 'system' && systemDark.matches)
}

/** True while the dark theme is shown, by choice or by the system's setting. */
export const useIsDark = create<boolean>(() => isDarkNow())

/** The lightest background of text in the light theme, and in the dark one: hovered and selected rows. */
const grounds = { light: '#e8f3ff', dark: '#2e3138' }

/** The theme's colour as text: unchanged, or nearer to black or white if it would be unreadable. */
export function primaryText(colour: string, isDark: boolean): string {
  return readableOn(colour, isDark ? grounds.dark : grounds.light)
}

function apply(): void {
  const { color_weak: isWeak, theme_color: colour } = useSetting.getState()
  const isDark = isDarkNow()
  useIsDark.setState(isDark, true)
  const { style, dataset } = document.documentElement
  dataset.theme = isDark ? 'dark' : 'light'
  style.colorScheme = isDark ? 'dark' : 'light'
  style.setProperty('--primary', colour)
  style.setProperty('--primary-text', primaryText(colour, isDark))
  style.setProperty('--on-primary', textOn(colour))
  dataset.weak = String(isWeak)
  document.body.style.filter = isWeak ? 'invert(80%)' : ''
}

useSetting.subscribe(apply)
systemDark.addEventListener('change', apply)
for (const event of ['beforeprint', 'afterprint'])
  addEventListener(event, () => {
    isPrinting = event === 'beforeprint'
    apply()
  })
apply()
