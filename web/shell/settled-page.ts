import { useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { routeOf } from '#web/platform/route.ts'
import { type PageAt, useTabs } from '#web/platform/tab.ts'
import type { Search } from '#web/platform/url.ts'
import { shellMessages } from './messages.ts'

/** `isTab` is false for error pages, and for unknown addresses, which show the 404 page. */
export type SettledPage = PageAt & { isTab: boolean }

/** The page that the last navigation ended at, permitted and loaded. */
export function useSettledPage(): SettledPage {
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
      isTab: name !== undefined && routeOf(name)?.isTab !== false,
    }),
    [key, name, params, search],
  )
}

/** The title that a page has set, otherwise its route's title. */
export function usePageTitles(): (page: { key: string; name: string }) => string {
  const locale = useLocale()
  const titles = useTabs(state => state.titles)
  const t = useT(shellMessages)
  return ({ key, name }) => titles[key] ?? routeOf(name)?.title[locale] ?? t('notFoundTab')
}

export function useWindowTitle(page: PageAt): void {
  const title = usePageTitles()(page)
  useEffect(() => {
    document.title = `${title} - Og Group`
  }, [title])
}
