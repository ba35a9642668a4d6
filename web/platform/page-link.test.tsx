import '#web/routes.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Role } from '#contract/role.ts'
import type { User } from '#contract/user.api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { PageLink } from './page.tsx'
import { useSession } from './session.ts'

afterEach(() => {
  cleanup()
  useSession.setState({ user: null, shownRole: null })
})

async function show(role: Role) {
  useSession.setState({ user: { id: 1, role } as User, shownRole: null })
  await renderPage(
    <PageLink to="admin_diff" search={{ og_id: 3 }} className="strong" title="9 wait">
      9 处差异待审阅
    </PageLink>,
  )
}

it('links to a page that the role can open', async () => {
  await show('admin')
  expect(screen.getByRole('link', { name: '9 处差异待审阅' }).getAttribute('href')).toBe('/admin/diff?og_id=3')
})

it('is only text for a role that cannot open the page, also for a role that an administrator tries', async () => {
  await show('reader')
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('9 处差异待审阅').title).toBe('9 wait')
  cleanup()
  await show('editor')
  expect(screen.queryByRole('link')).toBeNull()
})
