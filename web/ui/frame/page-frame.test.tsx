import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setLocale } from '#web/platform/locale.ts'
import { useSession } from '#web/platform/session.ts'
import '#web/routes.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { Message } from './message.tsx'
import { PageFrame } from './page-frame.tsx'

beforeEach(() => setLocale('en-US'))
afterEach(cleanup)

const showAs = async (role: string) => {
  useSession.setState({ user: { id: 1, username: 'zhang.san', role } as never })
  await renderPage(
    <PageFrame title="A file" parent="screening_file">
      text
    </PageFrame>,
  )
}

it('leads back to the page that it belongs to, above its title', async () => {
  await showAs('editor')
  const back = screen.getByRole('link', { name: 'Screen a file' })
  expect(back.getAttribute('href')).toBe('/admin/screening/file')
  expect(back.compareDocumentPosition(screen.getByRole('heading'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('has no way back to a page that the role cannot open', async () => {
  await showAs('reader')
  expect(screen.queryByRole('link')).toBeNull()
})

it('a message has its title, its text and its first step, and a failure is an alert', async () => {
  await renderPage(
    <Message role="alert" title="The rows failed to load" text="The server did not answer">
      <button type="button">Try again</button>
    </Message>,
  )
  const alert = within(screen.getByRole('alert'))
  alert.getByRole('heading', { name: 'The rows failed to load' })
  alert.getByText('The server did not answer')
  alert.getByRole('button', { name: 'Try again' })
})
