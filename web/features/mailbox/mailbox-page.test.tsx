import '#web/routes.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  fetchMailbox,
  listMailboxes,
  listMailMessages,
  type Mailbox,
  takeMailMessage,
  testMailbox,
} from '#contract/mailbox.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { preparePage, signIn } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import MailboxPage from './mailbox-page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const aMailbox = (over: Partial<Mailbox> = {}): Mailbox => ({
  ...{ id: 3, rev: 1, name: '收集', is_active: true, host: 'imap.example', port: 993, security: 'tls' },
  ...{ username: 'in', auth: 'password', secret: 'stored', folder: 'INBOX', since: '2026-01-01' },
  ...{ after_read: 'nothing', move_to: '', server_id: 'mx.example', senders: [], owner: 1, read_user: [] },
  ...{ read_group: [], is_running: false, run_at: at, fetched_at: at, failing_since: null, failure: null },
  ...{ failure_detail: null, next_at: null, created_at: at, updated_at: at },
  counts: { stored: 12, duplicate: 0, refused: 1, failed: 0, wanted: 0 },
  ...over,
})

let boxes: Mailbox[]
const page = preparePage(api => {
  api.on(visibleUsers, () => [])
  api.on(listMailboxes, () => ({ items: boxes }))
  api.on(listMailMessages, () => ({
    items: [
      {
        ...{ id: 9, state: 'refused' as const, from_address: 'eve@other.example', subject: '您好', sent_at: at },
        ...{ size: 900, reason: 'not_listed' as const, detail: 'eve@other.example', tries: 1, upload_id: null, at },
      },
    ],
    ...{ total: 1, current: 1, pageSize: 20 },
  }))
})
beforeEach(() => {
  signIn('admin')
  boxes = [aMailbox()]
})

it('lists refused messages with their reason, and takes one', async () => {
  page.api.on(takeMailMessage, () => null)
  await renderPage(<MailboxPage />)
  fireEvent.click(await screen.findByRole('button', { name: '“收集”的邮件' }))
  expect((await screen.findByText('eve@other.example')).closest('tr')?.textContent).toContain('发件人不在名单中')
  fireEvent.click(screen.getByRole('button', { name: '接收“您好”' }))
  await waitFor(() =>
    expect(page.api.requests(takeMailMessage)).toMatchObject([{ params: { id: '3', message_id: '9' } }]),
  )
})

it('shows since when and why a mailbox fails, and the result of a test', async () => {
  boxes = [aMailbox({ failing_since: at, failure: 'login', failure_detail: 'NO go away', next_at: at })]
  page.api.on(testMailbox, () => ({ failure: 'tls_name' as const, detail: 'CN=other', messages: null }))
  page.api.on(fetchMailbox, () => null)
  await renderPage(<MailboxPage />)
  expect(await screen.findByText(/登录被拒/)).toBeTruthy()
  expect(screen.getByText('NO go away')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '测试连接' }))
  expect(await screen.findByText(/TLS 证书属于另一个名称/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '立即收取' }))
  await waitFor(() => expect(page.api.requests(fetchMailbox)).toHaveLength(1))
})
