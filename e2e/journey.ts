import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Role } from '../contract/role.ts'
import { watchRequests } from './settled.ts'

export { expect }

const password = 'Journey-member-2026'
let count = 0

export type TeamMember = { id: number; username: string; password: string; token: string }

type Fixtures = {
  url: string
  admin: TeamMember
  /** Creates a user with a role and signs them in over the API. */
  member(role: Role): Promise<TeamMember>
  /** Calls the API as a user; returns `data`, fails on anything but success. */
  callApi<T = Record<string, unknown>>(
    who: TeamMember,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<T>
  /** Opens a page as a user who has already signed in. */
  enter(page: Page, who: TeamMember, path: string, locale?: 'zh-CN' | 'en-US'): Promise<void>
}

async function signIn(request: APIRequestContext, url: string, username: string, secret: string): Promise<TeamMember> {
  const login = await request.post(`${url}/v1/login`, { data: { username, password: secret } })
  const { data } = await login.json()
  const info = await request.post(`${url}/v1/info`, { headers: { authorization: `Bearer ${data.token}` } })
  return { id: (await info.json()).data.id, username, password: secret, token: data.token }
}

/** The `test` of the browser tests: a console error or an uncaught exception fails it. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixtures' own form
  url: async ({}, use) => use(process.env.OG_E2E_URL ?? ''),
  page: async ({ page }, use) => {
    watchRequests(page)
    const faults: string[] = []
    page.on('pageerror', error => faults.push(String(error)))
    page.on('console', message => {
      // The browser itself logs every refused request, and some tests expect refusals.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text())
    })
    await use(page)
    expect(faults).toEqual([])
  },
  admin: async ({ request, url }, use) => {
    await use(await signIn(request, url, 'admin', process.env.OG_E2E_PASSWORD ?? ''))
  },
  callApi: async ({ request, url }, use) => {
    await use(async (who, method, path, body) => {
      const response = await request.fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${who.token}` },
        ...(body !== undefined && { data: body }),
      })
      const answer = await response.json()
      if (!response.ok()) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
      return answer.data
    })
  },
  member: async ({ request, url, admin, callApi }, use) => {
    await use(async role => {
      count += 1
      const username = `${role}-${process.pid}-${count}-${Date.now().toString(36)}`
      await callApi(admin, 'POST', '/v1/user', { username, password, role })
      return await signIn(request, url, username, password)
    })
  },
  enter: async ({ url }, use) => {
    await use(async (page, who, path, locale = 'zh-CN') => {
      await page.addInitScript(
        ([token, chosen]) => {
          // A sandboxed frame has no storage.
          if (window.top !== window) return
          if (localStorage.getItem('e2e-entered')) return
          localStorage.setItem('e2e-entered', '1')
          localStorage.setItem('token', token as string)
          localStorage.setItem('locale', chosen as string)
        },
        [who.token, locale],
      )
      await page.goto(`${url}${path}`)
    })
  },
})

/**
 * Types into a picker and chooses the first option with these words. The search replaces the options until it has
 * answered, and a click would meet another one.
 */
export async function pick(box: Locator, text: string, typed = text): Promise<void> {
  await box.fill(typed)
  await chooseOption(box.page(), text)
}

/** Chooses an option of the open list, once its search has answered. */
export async function chooseOption(page: Page, text: string): Promise<void> {
  await expect(page.getByText(/^(Searching…|正在查找…)$/).filter({ visible: true })).toHaveCount(0)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text }).first().click()
}
