import { useRouter } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { Bell } from '#web/features/notification/notification.ts'
import { useT } from '#web/platform/i18n.ts'
import { AfterPage } from './after-page.tsx'
import { landingHref } from './guard.ts'
import { GuideButton } from './guide.tsx'
import { IconButton } from './icon-button.tsx'
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
  /** Absent if the role cannot search. */
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
      {onSearch && <SearchField onOpen={onSearch} />}
      <AfterPage fallback={<span className={css.square} />}>
        <Bell />
      </AfterPage>
      <GuideButton />
      <ReportProblemButton />
      <UserMenu onSettings={onSettings} />
    </header>
  )
}

/** Looks like the field that it opens, so that users recognise it; on narrow screens only its icon is shown. */
function SearchField({ onOpen }: { onOpen: () => void }) {
  const t = useT(shellMessages)
  return (
    <button type="button" className={css.search} aria-label={`${t('search')} (${modKey} K)`} onClick={onOpen}>
      <Search size={16} aria-hidden />
      <span className="grow ellipsis">{t('searchHint')}</span>
      <kbd className={css.key}>{modKey} K</kbd>
    </button>
  )
}

/** A link to the role's first page. */
function LandingLink(props: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const { history } = useRouter()
  const href = landingHref()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(href)
  }
  return <a {...props} href={href} onClick={follow} />
}
