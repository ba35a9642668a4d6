import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { bareRoutes } from '#contract/route.ts'
import { loadAntdLocale } from './platform/antd-locale.ts'
import { readEarlyReplies } from './platform/early-requests.ts'
import { getLocale } from './platform/locale.ts'
import { loadPage, routeEntries } from './platform/route.ts'
import { useHasUser } from './platform/session.ts'
import { getToken } from './platform/token.ts'
import { parseSearch, type Search, stringifySearch } from './platform/url.ts'
import './routes.ts'
import { guardLogin, guardPage } from './shell/guard.ts'
import { PageFailure } from './shell/page-failure.tsx'
import { Root } from './shell/root.tsx'

const root = createRootRoute({ component: Root })

const index = createRoute({
  getParentRoute: () => root,
  path: bareRoutes.index,
  beforeLoad: async ({ search }) => {
    await guardLogin(search as Search)
    throw redirect({ href: `/login${stringifySearch(search)}`, replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: bareRoutes.login,
  beforeLoad: ({ search }) => guardLogin(search as Search),
  component: lazyRouteComponent(() => import('#web/features/session/login-page.tsx')),
})

/** Where an identity provider sends the browser. A user who is logged in may be adding an identity. */
const loginCallback = createRoute({
  getParentRoute: () => root,
  path: bareRoutes.login_callback,
  component: lazyRouteComponent(() => import('#web/features/session/callback-page.tsx')),
})

/** The tab in which a user logs in again at an identity provider, to confirm the session. */
const loginConfirm = createRoute({
  getParentRoute: () => root,
  path: bareRoutes.login_confirm,
  component: lazyRouteComponent(() => import('#web/features/session/confirm-page.tsx')),
})

const importLayout = () => import('./shell/layout.tsx')
/** With the texts of its components: otherwise it would start to render and suspend again. */
const loadLayout = () => Promise.all([importLayout(), loadAntdLocale(getLocale())])
/** Everything that the first drawing of a page needs: it is not drawn again part by part. */
async function loadAll(name: string): Promise<void> {
  const parts = importLayout().then(layout => layout.loadPageParts(name))
  await Promise.all([loadPage(name), loadLayout(), parts, readEarlyReplies()])
}
const Layout = lazyRouteComponent(importLayout)
/** While the signed-in user is unknown, the page's failure is shown without the layout. */
function LayoutOfUser() {
  return useHasUser() ? <Layout /> : <Outlet />
}
const layout = createRoute({
  getParentRoute: () => root,
  id: 'layout',
  component: Object.assign(LayoutOfUser, { preload: Layout.preload }),
})

/** Redirects to the path after its prefix, which rebuilds a page. Only paths of this site: `//host` is not one. */
const redirectHelper = createRoute({
  getParentRoute: () => root,
  path: bareRoutes.redirect,
  beforeLoad: ({ params, search }) => {
    const path = `/${(params._splat ?? '').replace(/^[/\\]+/, '')}`
    throw redirect({ href: path + stringifySearch(search), replace: true })
  },
})

/** The layout renders the page itself, to keep hidden ones mounted; its route only guards and loads it. */
const pages = routeEntries().map(([name, row]) =>
  createRoute({
    getParentRoute: () => layout,
    path: row.path,
    staticData: { pageName: name },
    beforeLoad: ({ params, search, preload }) => {
      // Loads the code while the guard requests the user; the loader reports a failure.
      if (getToken()) Promise.all([loadPage(name), loadLayout()]).catch(() => undefined)
      return guardPage({ name, params: params as Record<string, string>, search: search as Search, isPreload: preload })
    },
    loader: () => loadAll(name).then(() => null),
    component: () => null,
  }),
)

const unknown = createRoute({
  getParentRoute: () => layout,
  path: '/$',
  beforeLoad: ({ search, preload }) =>
    guardPage({ name: undefined, params: {}, search: search as Search, isPreload: preload }),
  loader: () => Promise.all([loadPage('exception_404'), loadLayout()]).then(() => null),
  component: () => null,
})

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The row of `routes.ts` that this route shows; absent for an unknown address. */
    pageName?: string
  }
}

export const router = createRouter({
  routeTree: root.addChildren([
    ...[index, login, loginCallback, loginConfirm, redirectHelper],
    layout.addChildren([...pages, unknown]),
  ]),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: PageFailure,
  defaultPendingMs: 60_000,
  // The layout scrolls: a new page opens at its top, a page that stayed mounted or is returned to where it was left; a
  // new query does not scroll.
  scrollRestoration: () => false,
  notFoundMode: 'root',
})
