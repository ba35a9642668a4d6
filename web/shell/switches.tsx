import type { MenuProps } from 'antd'
import { Check, Languages, Maximize, Minimize, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import { locales } from '#contract/error.ts'
import type { Setting } from '#contract/setting.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { changeLocale, changeSetting, useSetting } from '#web/platform/setting.ts'
import { shellMessages } from './messages.ts'
import css from './navbar.module.css'

type Items = NonNullable<MenuProps['items']>

const localeNames: BilingualText = bilingual('中文', 'English')
const themes = ['light', 'dark', 'system'] as const
const themeIcons = { light: Sun, dark: Moon, system: Monitor }

/** A tick for the active choice; the others have a space of the same width. */
const tick = (isOn: boolean) => (isOn ? <Check size={14} /> : <span className={css.noTick} />)

/** Settings that are rarely changed: language, theme, full screen, parts of the page. */
export function useSwitches(onSettings: () => void): Items {
  const t = useT(shellMessages)
  const locale = useLocale()
  const theme: Setting['theme'] = useSetting(setting => setting.theme)
  const isFull = useSyncExternalStore(subscribeFullScreen, () => document.fullscreenElement !== null)
  const ThemeIcon = themeIcons[theme]
  return [
    {
      key: 'language',
      icon: <Languages size={14} />,
      label: t('language'),
      children: locales.map(each => ({
        key: each,
        label: <span lang={each}>{localeNames[each]}</span>,
        icon: tick(each === locale),
        onClick: () => changeLocale(each),
      })),
    },
    {
      key: 'theme',
      icon: <ThemeIcon size={14} />,
      label: t('theme'),
      children: themes.map(each => ({
        key: each,
        label: t(each),
        icon: tick(each === theme),
        onClick: () => changeSetting({ theme: each }),
      })),
    },
    document.fullscreenEnabled
      ? {
          key: 'full',
          icon: isFull ? <Minimize size={14} /> : <Maximize size={14} />,
          label: isFull ? t('leaveFullScreen') : t('fullScreen'),
          onClick: () => void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
        }
      : null,
    { key: 'settings', icon: <Settings size={14} />, label: t('settings'), onClick: onSettings },
  ]
}

function subscribeFullScreen(run: () => void): () => void {
  document.addEventListener('fullscreenchange', run)
  return () => document.removeEventListener('fullscreenchange', run)
}
