import { CatchBoundary, useBlocker, useRouter, useRouterState } from '@tanstack/react-router'
import { Activity, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { confirmLeave, isAnyPageDirty, isPageDirty, removeGuards } from '#web/platform/leave.ts'
import { PageProvider } from '#web/platform/page.tsx'
import { loadedPage } from '#web/platform/route.ts'
import { hasScrolled } from '#web/platform/scrolled.ts'
import { useSetting } from '#web/platform/setting.ts'
import { aliveTabs, hasTab, type PageAt, showInTab, useTabs } from '#web/platform/tab.ts'
import { PageFailure } from './page-failure.tsx'
import type { SettledPage } from './settled-page.ts'

const loginPath = '/login'

/**
 * Confirms the loss of unsaved work when its page is unmounted: not for a new query, and not if the page stays mounted
 * in its tab.
 */
function useLeaveQuestions(isTabbed: boolean): void {
  useBlocker({
    enableBeforeUnload: isAnyPageDirty,
    shouldBlockFn: async ({ current, next }) => {
      const key = current.pathname
      const isKept = isTabbed && hasTab(key) && next.pathname !== loginPath
      if (next.pathname === key || isKept || !isPageDirty(key)) return false
      const mayLeave = await confirmLeave()
      if (mayLeave) removeGuards([key])
      return !mayLeave
    },
  })
}

/** The scrolling element: the window, or the root while the colour filter is on. */
function scroller(): Element {
  const root = document.getElementById('root')
  return document.documentElement.dataset.weak === 'true' && root ? root : document.documentElement
}

const scrolls = new Map<string, number>()

/** A page opens at its top. One that was hidden in its tab, or is returned to by Back, opens where it was left. */
function usePageScroll(key: string, isTabbed: boolean): void {
  const router = useRouter()
  const isReturn = useRef(false)
  useEffect(
    () =>
      router.history.subscribe(({ action }: { action: { type: string } }) => {
        isReturn.current = action.type !== 'PUSH' && action.type !== 'REPLACE'
      }),
    [router],
  )
  useEffect(() => router.subscribe('onBeforeLoad', () => scrolls.set(key, scroller().scrollTop)), [router, key])
  useLayoutEffect(() => {
    const top = isTabbed || isReturn.current ? (scrolls.get(key) ?? 0) : 0
    if (top > 0 || hasScrolled()) scroller().scrollTop = top
  }, [key, isTabbed])
}

/** Renders the settled page; with the tab bar on, the pages of the other tabs stay mounted and hidden. */
export function PageHost({ current }: { current: SettledPage }) {
  const isTabbed = useSetting(setting => setting.tab_bar)
  const tabs = useTabs(state => state.tabs)
  useLeaveQuestions(isTabbed)
  usePageScroll(current.key, isTabbed)
  const { isTab } = current
  useLayoutEffect(() => {
    if (isTabbed && isTab) showInTab(current)
  }, [isTabbed, isTab, current])

  if (!isTabbed) return <PageView key={current.key} page={current} isActive />
  const kept = aliveTabs(tabs).map(tab => ({ page: tab as PageAt, reloads: tab.reloads }))
  const isListed = kept.some(({ page }) => page.key === current.key)
  const shown = isListed ? kept : [...kept, { page: current, reloads: 0 }]
  return shown.map(({ page, reloads }) => {
    const isActive = page.key === current.key
    return (
      <Activity key={`${page.key} ${reloads}`} mode={isActive ? 'visible' : 'hidden'}>
        <PageView page={isActive ? current : page} isActive={isActive} />
      </Activity>
    )
  })
}

function PageView({ page: { key, name, params, search }, isActive }: { page: PageAt; isActive: boolean }) {
  const value = useMemo(() => ({ key, name, params, search, isActive }), [key, name, params, search, isActive])
  const failure: unknown = useRouterState({ select: state => state.matches.at(-1)?.error })
  const Page = loadedPage(name)
  if (!Page)
    return isActive && failure instanceof Error ? <PageFailure error={failure} reset={() => undefined} /> : null
  return (
    <PageProvider value={value}>
      <CatchBoundary getResetKey={() => key} errorComponent={PageFailure}>
        <Page />
      </CatchBoundary>
    </PageProvider>
  )
}
