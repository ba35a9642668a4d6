import { useRouterState } from '@tanstack/react-router'
import { Activity, useLayoutEffect, useMemo } from 'react'
import { PageProvider } from '#web/platform/page.tsx'
import { loadedPage } from '#web/platform/route.ts'
import { useSetting } from '#web/platform/setting.ts'
import { aliveTabs, type PageAt, showInTab, useTabs } from '#web/platform/tab.ts'
import type { Search } from '#web/platform/url.ts'

/** The settled page: the last one that was permitted and loaded. */
export function useSettledPage(): PageAt & { isKnown: boolean } {
  const match = useRouterState({ select: state => state.matches.at(-1) })
  const key = match?.pathname ?? '/'
  const name = match?.staticData.pageName
  const params = match?.params as Record<string, string> | undefined
  const search = match?.search as Search | undefined
  return useMemo(
    () => ({
      key,
      name: name ?? 'exception_404',
      params: params ?? {},
      search: search ?? {},
      isKnown: name !== undefined,
    }),
    [key, name, params, search],
  )
}

/** Draws the settled page; with the tab bar on, the pages of the other tabs stay built and hidden. */
export function PageHost() {
  const current = useSettledPage()
  const isTabbed = useSetting(setting => setting.tab_bar)
  const tabs = useTabs(state => state.tabs)
  useLayoutEffect(() => {
    if (isTabbed && current.isKnown) showInTab(current)
  }, [isTabbed, current])
  if (!isTabbed) return <PageView key={current.key} page={current} isActive />
  const alive = aliveTabs(tabs)
  const kept = alive.map(tab => ({ page: tab as PageAt, isActive: tab.key === current.key, reloads: tab.reloads }))
  const shown = kept.some(({ isActive }) => isActive) ? kept : [...kept, { page: current, isActive: true, reloads: 0 }]
  return shown.map(({ page, isActive, reloads }) => (
    <Activity key={`${page.key} ${reloads}`} mode={isActive ? 'visible' : 'hidden'}>
      <PageView page={isActive ? current : page} isActive={isActive} />
    </Activity>
  ))
}

function PageView({ page, isActive }: { page: PageAt; isActive: boolean }) {
  const value = useMemo(() => ({ ...page, isActive }), [page, isActive])
  const Page = loadedPage(page.name)
  return <PageProvider value={value}>{Page && <Page />}</PageProvider>
}
