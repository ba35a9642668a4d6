import { useRouter } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, createContext, type MouseEvent, use, useCallback, useEffect, useRef } from 'react'
import { mayOpen } from './access.ts'
import { addGuard, removeGuard } from './leave.ts'
import { hrefOf, preloadPage, type RouteName, type RouteTarget, routeOf } from './route.ts'
import { useRole } from './session.ts'
import { hasTab, type PageAt, setPageTitle, useTabs } from './tab.ts'
import { parseSearch, type Search, type SearchInput, stringifySearch } from './url.ts'

export type { RouteName } from './route.ts'
export { many, one, type Search, type SearchInput } from './url.ts'

type PageContext = PageAt & { isActive: boolean }

const Context = createContext<PageContext | null>(null)

/** Provides the address to each page; a hidden page keeps its last values. */
export const PageProvider = Context

type SetSearch = (next: SearchInput | ((before: Search) => SearchInput), options?: { replace?: boolean }) => void

type RoutePage = {
  name: RouteName
  params: Record<string, string>
  search: Search
  /** False while the page is hidden in another tab. */
  isActive: boolean
  /** Replaces the whole query; empty values are left out. Does nothing on a hidden page. */
  setSearch: SetSearch
}

/**
 * The address of this page. Pages use it instead of the router, so that a hidden one does not see the address of the
 * visible one.
 */
export function usePage(): RoutePage {
  const page = use(Context)
  if (!page) throw new Error('usePage() outside of a page')
  const { history } = useRouter()
  const { key, isActive } = page
  const setSearch = useCallback<SetSearch>(
    (next, { replace = false } = {}) => {
      // Two changes in one tick build on each other, so the base is the address, not the last render.
      const isHere = isActive && history.location.pathname === key
      if (!isHere) return
      const before = parseSearch(history.location.search)
      const text = stringifySearch(typeof next === 'function' ? next(before) : next)
      if (text === stringifySearch(before)) return
      if (replace) history.replace(key + text)
      else history.push(key + text)
    },
    [history, key, isActive],
  )
  return { name: page.name as RouteName, params: page.params, search: page.search, isActive, setSearch }
}

type Go = <N extends RouteName>(name: N, target?: RouteTarget<N> & { replace?: boolean }) => void

/** `const go = useGo(); go('og_detail', { params: { id: 3 }, search: { tab: 'pages' } })` */
export function useGo(): Go {
  const { history } = useRouter()
  return useCallback<Go>(
    (name, target) => {
      const href = hrefOf(name, target)
      if (target?.replace) history.replace(href)
      else history.push(href)
    },
    [history],
  )
}

type LinkProps<N extends RouteName> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: N } & RouteTarget<N>

/**
 * A link to a page by name; only its text if the role cannot open the page. Modified clicks open a window, as with any
 * link.
 */
export function PageLink<N extends RouteName>({ to, params, search, onClick, ...rest }: LinkProps<N>) {
  const { history } = useRouter()
  const role = useRole()
  const row = routeOf(to)
  // Without a known user nothing is withheld: the guard of the routes decides.
  if (role !== null && row && !mayOpen(row, role)) {
    const { className, title, children } = rest
    return (
      <span className={className} title={title} data-closed>
        {children}
      </span>
    )
  }
  const href = hrefOf(to, { params, search } as RouteTarget<N>)
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain || rest.target === '_blank') return
    event.preventDefault()
    history.push(href)
  }
  return <a {...rest} href={href} onClick={follow} onMouseEnter={() => preloadPage(to)} />
}

/** Sets the title of the page's tab and of the window, e.g. a record's name. */
export function usePageTitle(title: string | undefined): void {
  const key = use(Context)?.key
  useEffect(() => {
    if (title && key) setPageTitle(key, title)
  }, [title, key])
}

/** Opens a confirmation before unsaved work is lost by leaving the page, or closing its tab or the window. */
export function useLeaveGuard(isDirty: () => boolean): void {
  const key = use(Context)?.key
  const latest = useRef(isDirty)
  useEffect(() => {
    latest.current = isDirty
  })
  useEffect(() => {
    if (!key) return
    const guard = () => latest.current()
    addGuard(key, guard)
    // A page hidden in its tab runs this cleanup too; its unsaved work still counts.
    return () => {
      const isHidden = hasTab(key) && useTabs.getState().activeKey !== key
      if (!isHidden) removeGuard(key, guard)
    }
  }, [key])
}
