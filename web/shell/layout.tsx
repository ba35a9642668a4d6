import { useRouter } from '@tanstack/react-router'
import { Drawer } from 'antd'
import {
  CircleHelp,
  CircleUser,
  Keyboard,
  Languages,
  LogOut,
  Moon,
  PanelLeftClose,
  PanelLeftOpen,
  Settings,
  Sun,
} from 'lucide-react'
import { type CSSProperties, Suspense, useEffect, useState } from 'react'
import type { BilingualText } from '#contract/bilingual.ts'
import '#web/parts.ts'
import { locales } from '#contract/error.ts'
import { AntdProvider } from '#web/platform/antd.tsx'
import { type AppCommand, closeAct, useAct, useActs } from '#web/platform/app-command.ts'
import { lazyPart } from '#web/platform/code.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useIsMedium, useIsNarrow } from '#web/platform/media.ts'
import { PageProvider, useGo } from '#web/platform/page.tsx'
import { routeOf } from '#web/platform/route.ts'
import { changeLocale, changeSetting, useSetting } from '#web/platform/setting.ts'
import { KeysWait, setShortcutHelp } from '#web/platform/shortcut.tsx'
import { useIsDark } from '#web/platform/theme.ts'
import { onTokenChangedElsewhere } from '#web/platform/token.ts'
import { loadParts } from '#web/record/parts.tsx'
import { Later } from './after-page.tsx'
import { Dialogs } from './dialogs.tsx'
import { Guide, openGuide } from './guide.tsx'
import css from './layout.module.css'
import { useLogout } from './leave.ts'
import { shellMessages } from './messages.ts'
import { Navbar } from './navbar.tsx'
import { PageHost } from './page-host.tsx'
import { SearchPalette, usePalette } from './palette.tsx'
import { ReportProblem } from './report-problem.tsx'
import edge from './settings-edge.module.css'
import { EdgeButton } from './settings-edge.tsx'
import { type SettledPage, useSettledPage, useWindowTitle } from './settled-page.ts'
import { SideMenu } from './side-menu.tsx'
import { TabBar } from './tab-bar.tsx'

type Key =
  | 'switchLanguage'
  | 'toDark'
  | 'toLight'
  | 'openSettings'
  | 'openGuide'
  | 'showShortcuts'
  | 'userInfo'
  | 'logout'

const labelOf = (key: Key): BilingualText => ({
  'zh-CN': shellMessages['zh-CN'][key],
  'en-US': shellMessages['en-US'][key],
})

/** Actions of the frame, for the palette. */
function ShellActs({ onSettings }: { onSettings: () => void }) {
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
    act('openGuide', 'bysyzn', CircleHelp, openGuide),
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

const SettingsDrawer = lazyPart(() => import('./settings-drawer.tsx'))

const collapsedWidth = 48
const navbarHeight = 60
const tabBarHeight = 36

/** Loads the code that the page of a record shows at once, besides its own. */
export async function loadPageParts(page: string): Promise<void> {
  const [, noun] = /^(\w+)_detail$/.exec(page) ?? []
  if (noun) await loadParts(noun)
}

export default function Layout() {
  return (
    <Suspense fallback={null}>
      <AntdProvider>
        <Frame />
        <Dialogs />
        <Guide />
        <ReportProblem />
      </AntdProvider>
    </Suspense>
  )
}

/** The place of the menu: a drawer on narrow screens, the navbar if that is set and visible, otherwise the side. */
function useMenuPlace() {
  const { navbar, menu, top_menu } = useSetting()
  const isNarrow = useIsNarrow()
  const isTop = menu && top_menu && navbar && !isNarrow
  return { isNarrow, isTop, isSide: menu && !isTop && !isNarrow, isDrawer: menu && isNarrow }
}

/** Below 1200 px the menu collapses automatically; opening it there is temporary and not saved. */
function useCollapse(): [isCollapsed: boolean, toggle: () => void] {
  const isMedium = useIsMedium()
  const setting = useSetting(state => state.menu_collapsed)
  const [isOpenHere, setIsOpenHere] = useState(false)
  if (isMedium) return [!isOpenHere, () => setIsOpenHere(!isOpenHere)]
  return [setting, () => changeSetting({ menu_collapsed: !setting })]
}

function Frame() {
  const t = useT(shellMessages)
  const page = useSettledPage()
  const { navbar, footer, tab_bar, menu_width } = useSetting()
  const { isNarrow, isTop, isSide, isDrawer } = useMenuPlace()
  const [isCollapsed, toggleCollapse] = useCollapse()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [isSettingsOpen, setIsSettingsOpen] = useState<boolean | null>(null)
  useWindowTitle(page)
  const palette = usePalette()
  const router = useRouter()
  useEffect(() => onTokenChangedElsewhere(() => void router.invalidate()), [router])
  const current = routeOf(page.name)?.menuOf ?? page.name
  const barHeight = navbar ? navbarHeight : 0
  const sizes = {
    '--navbar-height': `${barHeight}px`,
    '--sticky-top': `${barHeight + (tab_bar ? tabBarHeight : 0)}px`,
    '--side-width': `${isCollapsed ? collapsedWidth : menu_width}px`,
  } as CSSProperties

  return (
    <div style={sizes}>
      <a className={css.skip} href="#content">
        {t('skip')}
      </a>
      {navbar && (
        <Navbar
          current={current}
          hasBurger={isDrawer}
          hasTopMenu={isTop}
          onBurger={() => setIsMenuOpen(true)}
          onSearch={palette.open}
          onSettings={() => setIsSettingsOpen(true)}
        />
      )}
      <div className={css.body}>
        {isSide && (
          <aside className={css.side}>
            <SideMenu current={current} isCollapsed={isCollapsed} />
            <button
              type="button"
              className={css.collapse}
              aria-label={isCollapsed ? t('expandMenu') : t('collapseMenu')}
              aria-expanded={!isCollapsed}
              onClick={toggleCollapse}
            >
              {isCollapsed ? <PanelLeftOpen size={16} aria-hidden /> : <PanelLeftClose size={16} aria-hidden />}
            </button>
          </aside>
        )}
        <div className="stack grow">
          {tab_bar && (
            <div className={css.tabs}>
              <TabBar activeKey={page.key} />
            </div>
          )}
          <main id="content" className={css.content} tabIndex={-1}>
            <PageHost current={page} />
          </main>
          {footer && <footer className={css.footer}>{t('footer')}</footer>}
        </div>
      </div>
      {!navbar && (
        <div className={edge.edge}>
          {isDrawer && <EdgeButton label={t('openMenu')} icon="menu" onClick={() => setIsMenuOpen(true)} />}
          <EdgeButton label={t('settings')} icon="settings" onClick={() => setIsSettingsOpen(true)} />
        </div>
      )}
      {isNarrow && (
        <Drawer
          open={isMenuOpen}
          onClose={() => setIsMenuOpen(false)}
          placement="left"
          size={menu_width}
          title="Og Group"
          styles={{ body: { padding: 0 } }}
        >
          <SideMenu current={current} onFollow={() => setIsMenuOpen(false)} />
        </Drawer>
      )}
      <SearchPalette palette={palette} />
      <ShellActs onSettings={() => setIsSettingsOpen(true)} />
      <ActHost page={page} />
      <Later>
        {isSettingsOpen !== null && <SettingsDrawer isOpen={isSettingsOpen} onClose={() => setIsSettingsOpen(false)} />}
      </Later>
    </div>
  )
}

/** Renders an action of the palette above the open page; its unsaved work counts as that page's. */
function ActHost({ page }: { page: SettledPage }) {
  const opened = useActs(state => state.opened)
  if (!opened || !('Content' in opened)) return null
  return (
    <PageProvider value={{ ...page, isActive: true }}>
      <Later fallback={<KeysWait />}>
        <opened.Content onClose={closeAct} />
      </Later>
    </PageProvider>
  )
}
