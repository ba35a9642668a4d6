import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Role } from '#contract/role.ts'
import { useNotices } from '#web/platform/notice.ts'
import { queryClient } from '#web/platform/query.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from './fake-api.ts'

/** Signs a user with this role in. */
export function signIn(role: Role, id = 1): void {
  setUser({ id, username: 'user', name: '', role, status: 'active' } as Parameters<typeof setUser>[0])
}

/**
 * Prepares each test of a file: a wide window, a signed-in editor and a fresh fake of the server with `handlers`. A
 * request without a handler and an error in the browser's console fail the test.
 */
export function preparePage(handlers: (api: FakeApi) => void = () => undefined): { api: FakeApi } {
  const page = {} as { api: FakeApi }
  let complaints: unknown[] = []
  beforeEach(() => {
    complaints = []
    vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
    vi.spyOn(window, 'matchMedia').mockImplementation(
      media =>
        ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
    )
    useNotices.setState([], true)
    queryClient.clear()
    signIn('editor')
    page.api = fakeApi()
    handlers(page.api)
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    expect(page.api.unknown).toEqual([])
    expect(complaints).toEqual([])
  })
  return page
}

/** A page of a list that has exactly these items. */
export const pageOf = <T>(items: T[], total = items.length) => ({ items, total, current: 1, pageSize: 50 })
