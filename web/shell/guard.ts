import { redirect } from '@tanstack/react-router'
import { landingOf, mayOpen } from '#web/platform/access.ts'
import { isOutage } from '#web/platform/api-error.ts'
import { translate } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { hrefFrom, hrefOf, isRouteName, placeholdersOf, routeOf } from '#web/platform/route.ts'
import { endSession, getRole, loadUser, logout, useSession } from '#web/platform/session.ts'
import { getToken } from '#web/platform/token.ts'
import { one, type Search } from '#web/platform/url.ts'
import { guardMessages } from './guard-messages.ts'
import { isInServerMenu, loadServerMenu } from './server-menu.ts'

/** The login page with the page that was left: its name, with params and query as further values. */
export function loginHref(name: string | undefined, params: Record<string, string>, search: Search): string {
  const values: Record<string, string | string[]> = { ...search, ...params }
  // A return to an error page makes no sense.
  if (name !== undefined && isRouteName(name) && routeOf(name)?.isTab !== false) values.redirect = name
  return `/login${hrefFrom('', { params: {}, search: values }).slice(1)}`
}

/** The target after a login: the page in `redirect` with params and query, otherwise the role's landing page. */
export function afterLoginHref(search: Search): string {
  const { redirect: names, ...values } = search
  const name = one(names)
  const row = name === undefined ? undefined : routeOf(name)
  const role = getRole()
  if (!row || !mayOpen(row, role) || !isOffered(name ?? '')) return landingHref()
  const places = placeholdersOf(row.path)
  if (places.some(place => !one(values[place]))) return landingHref()
  const params = Object.fromEntries(places.map(place => [place, one(values[place])]))
  const rest = Object.fromEntries(Object.entries(values).filter(([key]) => !places.includes(key)))
  return hrefFrom(name ?? '', { params, search: rest })
}

/**
 * In server-menu mode, true for pages of the menu and pages below them; others, such as error pages, are always
 * available.
 */
export function isOffered(name: string): boolean {
  const row = routeOf(name)
  if (!row) return false
  const inMenu = row.menuOf ?? (row.menu && name)
  return inMenu === undefined || isInServerMenu(inMenu)
}

export function landingHref(): string {
  const role = getRole()
  return role === null ? '/login' : hrefOf(landingOf(role, isOffered))
}

let isLeaving = false
window.addEventListener('pagehide', () => {
  isLeaving = true
})
window.addEventListener('pageshow', () => {
  isLeaving = false
})

/** True if there is a session and its user is known; loads the user first if only the token is there. */
async function hasSession(): Promise<boolean> {
  if (!getToken()) {
    if (useSession.getState().user) endSession()
    return false
  }
  if (useSession.getState().user) return true
  try {
    await loadUser()
    return true
  } catch (error) {
    // A reload aborts the request; that does not mean that the session is invalid.
    if (isLeaving) return new Promise(() => undefined)
    // The same applies to an unavailable server or database: the error page waits until it is back.
    if (isOutage(error)) throw error
    await logout()
    return false
  }
}

type RouteRequest = { name: string | undefined; params: Record<string, string>; search: Search; isPreload: boolean }

/** Runs before any page of the layout: checks session, roles, and the server's menu if it is on. */
export async function guardPage({ name, params, search, isPreload }: RouteRequest): Promise<void> {
  if (isPreload) return
  if (!(await hasSession())) throw redirect({ href: loginHref(name, params, search), replace: true })
  if (useSession.getState().mustEnrol && name !== 'user_info') {
    notify({ id: 'must-enrol', kind: 'info', text: translate(guardMessages)('mustEnrol') })
    throw redirect({ href: hrefOf('user_info'), replace: true })
  }
  await loadServerMenu()
  const row = name === undefined ? undefined : routeOf(name)
  if (!row || name === undefined) return
  const isAllowed = mayOpen(row, getRole()) && isOffered(name)
  if (isAllowed) return
  notify({ id: 'not-permitted', kind: 'info', text: translate(guardMessages)('notPermitted') })
  throw redirect({ href: landingHref(), replace: true })
}

/** Runs before `/` and `/login`: redirects a user who is logged in. */
export async function guardLogin(search: Search): Promise<void> {
  if (await hasSession()) throw redirect({ href: afterLoginHref(search), replace: true })
}
