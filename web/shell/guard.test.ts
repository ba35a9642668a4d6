import { beforeEach, expect, test } from 'vitest'
import type { Role } from '#contract/role.ts'
import type { User } from '#contract/user.api.ts'
import { hrefOf } from '#web/platform/route.ts'
import { useSession } from '#web/platform/session.ts'
import { changeSetting } from '#web/platform/setting.ts'
import { parseSearch } from '#web/platform/url.ts'
import '#web/routes.ts'
import { afterLoginHref, landingHref, loginHref } from './guard.ts'
import { useServerMenu } from './server-menu.ts'

function signIn(role: Role): void {
  useSession.setState({ user: { id: 1, username: 'u', role } as User, shownRole: null })
}

beforeEach(() => {
  signIn('admin')
  useServerMenu.setState({ entries: null, hasFailed: false })
  changeSetting({ menu_from_server: false })
})

test.each([
  ['admin', '/dashboard'],
  ['super_editor', '/dashboard'],
  ['super_reader', '/dashboard'],
  ['editor', '/og'],
  ['reader', '/og'],
  ['uploader', '/upload'],
  ['device', '/device/list'],
] as const)('%s starts at %s', (role, path) => {
  signIn(role)
  expect(landingHref()).toBe(path)
})

test('rebuilds the former page after login, with params and query', () => {
  const href = loginHref('og_detail', { id: '12' }, { tab: 'pages', label: ['a', 'b'] })
  expect(href).toBe('/login?tab=pages&label=a&label=b&id=12&redirect=og_detail')
  expect(afterLoginHref(parseSearch(href.split('?')[1] ?? ''))).toBe('/og/12?tab=pages&label=a&label=b')
})

test('redirect is a name of the table, never an address', () => {
  for (const redirect of ['https://evil.example', '//evil.example', '/og', 'no_such_page', '__proto__', 'constructor'])
    expect(afterLoginHref({ redirect })).toBe('/dashboard')
})

test('a page with missing params, or one that the role cannot open, is replaced by the landing page', () => {
  expect(afterLoginHref({ redirect: 'og_detail' })).toBe('/dashboard')
  signIn('reader')
  expect(afterLoginHref({ redirect: 'admin_user_manage' })).toBe('/og')
})

test('an unknown page and an error page set no redirect', () => {
  expect(loginHref(undefined, {}, {})).toBe('/login')
  expect(loginHref('exception_500', {}, { a: '1' })).toBe('/login?a=1')
})

test('in server-menu mode the first permitted page is one of the menu; a record page belongs to its list', () => {
  changeSetting({ menu_from_server: true })
  useServerMenu.setState({ entries: [{ name: 'og' }], hasFailed: false })
  expect(landingHref()).toBe('/og')
  expect(afterLoginHref({ redirect: 'admin_og' })).toBe('/og')
  expect(afterLoginHref({ redirect: 'og_detail', id: '3' })).toBe('/og/3')
})

test('addresses of pages are typed by their placeholders', () => {
  expect(hrefOf('og_detail', { params: { id: 3 }, search: { tab: 'x', none: null } })).toBe('/og/3?tab=x')
  expect(hrefOf('og', { search: { role: ['a', 'b'] } })).toBe('/og?role=a&role=b')
})
