import { Dropdown } from 'antd'
import { Check, Languages, Maximize, Menu, Minimize, Monitor, Moon, Search, Settings, Sun } from 'lucide-react'
import { Suspense, useSyncExternalStore } from 'react'
import { type Locale, locales } from '#contract/error.ts'
import type { Setting } from '#contract/setting.ts'
import { Bell } from '#web/features/notification/notification.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { changeLocale, changeSetting, useSetting } from '#web/platform/setting.ts'
import { IconButton } from './icon-button.tsx'
import { LandingLink } from './landing-link.tsx'
import { shellMessages } from './messages.ts'
import css from './navbar.module.css'
import { modKey } from './palette.tsx'
import { ReportProblemButton } from './report-problem.tsx'
import { TopMenu } from './top-menu.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = {
  current: string
  hasBurger: boolean
  hasTopMenu: boolean
  onBurger: () => void
  /** Absent where the role finds nothing. */
  onSearch: (() => void) | undefined
  onSettings: () => void
}

export function Navbar({ current, hasBurger, hasTopMenu, onBurger, onSearch, onSettings }: Props) {
  const t = useT(shellMessages)
  return (
    <header className={css.navbar}>
      {hasBurger && <IconButton icon={Menu} label={t('openMenu')} onClick={onBurger} />}
      <LandingLink className={css.brand} aria-label={`Og Group · ${t('home')}`}>
        <img src="/icon.svg" width={28} height={28} alt="" />
        <span>Og Group</span>
      </LandingLink>
      <div className={css.middle}>{hasTopMenu && <TopMenu current={current} />}</div>
      {onSearch && <IconButton icon={Search} label={`${t('search')} (${modKey} K)`} onClick={onSearch} />}
      <Suspense fallback={<span className={css.square} />}>
        <Bell />
      </Suspense>
      <ReportProblemButton />
      <LanguageMenu />
      <ThemeMenu />
      <FullScreenButton />
      <IconButton icon={Settings} label={t('settings')} onClick={onSettings} />
      <UserMenu />
    </header>
  )
}

const localeNames: Record<Locale, string> = { 'zh-CN': '中文', 'en-US': 'English' }

/** A tick for the choice in force; its place is kept for the others. */
const tick = (isOn: boolean) => (isOn ? <Check size={14} /> : <span className={css.noTick} />)

function LanguageMenu() {
  const t = useT(shellMessages)
  const locale = useLocale()
  const items = locales.map(each => ({
    key: each,
    label: <span lang={each}>{localeNames[each]}</span>,
    icon: tick(each === locale),
  }))
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, selectedKeys: [locale], onClick: ({ key }) => changeLocale(key as Locale) }}
    >
      <IconButton icon={Languages} label={t('language')} aria-haspopup="menu" />
    </Dropdown>
  )
}

const themes = ['light', 'dark', 'system'] as const
const themeIcons = { light: Sun, dark: Moon, system: Monitor }

function ThemeMenu() {
  const t = useT(shellMessages)
  const theme = useSetting(setting => setting.theme)
  const items = themes.map(each => ({ key: each, label: t(each), icon: tick(each === theme) }))
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, selectedKeys: [theme], onClick: ({ key }) => changeSetting({ theme: key as Setting['theme'] }) }}
    >
      <IconButton icon={themeIcons[theme]} label={t('theme')} aria-haspopup="menu" />
    </Dropdown>
  )
}

function subscribeFullScreen(run: () => void): () => void {
  document.addEventListener('fullscreenchange', run)
  return () => document.removeEventListener('fullscreenchange', run)
}

function FullScreenButton() {
  const t = useT(shellMessages)
  const isFull = useSyncExternalStore(subscribeFullScreen, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  return (
    <IconButton
      className={css.wideOnly}
      icon={isFull ? Minimize : Maximize}
      label={isFull ? t('leaveFullScreen') : t('fullScreen')}
      onClick={() => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())}
    />
  )
}
