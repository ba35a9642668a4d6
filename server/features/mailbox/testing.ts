import { createMailbox, type Mailbox, type NewMailbox } from '#contract/mailbox.api.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { openSecrets } from '#server/platform/secret.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'
import type { FakeImap } from './imap-testing.ts'
import { fetchMailbox, type RunDeps } from './run.ts'

export const serverId = 'mx.console.example'
export const allowLoopback = ['127.0.0.0/8', '::1/128']

export const limits = { fileBytes: 64 * 1_048_576, userBytes: 256 * 1_048_576, totalBytes: 1_024 * 1_048_576 }

/** A guard whose resolver resolves every name to this machine. */
export const localGuard = () => openGuard({ allow: allowLoopback, lookup: async () => ['127.0.0.1'] })

/** A message that the receiving server has verified. */
export function message({
  from = 'Ada Sender <ada@sender.example>',
  subject = 'Hello',
  id = '<1@sender.example>' as string | null,
  domain = 'sender.example',
  head = [] as string[],
  result = `Authentication-Results: ${serverId}; dmarc=pass header.from=${domain}` as string | null,
  text = 'A text.',
} = {}): string {
  return [
    ...(result === null ? [] : [result]),
    `Received: from sender by ${serverId}; Sat, 28 Nov 2026 10:00:00 +0000`,
    `From: ${from}`,
    'To: in@console.example',
    `Subject: ${subject}`,
    'Date: Sat, 28 Nov 2026 09:59:00 +0000',
    ...(id === null ? [] : [`Message-ID: ${id}`]),
    ...head,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n')
}

export async function aMailbox(
  admin: Client,
  imap: Pick<FakeImap, 'port'>,
  more: Partial<NewMailbox> & Pick<NewMailbox, 'owner'>,
): Promise<Mailbox> {
  return await admin.get(createMailbox, {
    body: {
      ...{ name: `box ${imap.port}`, is_active: true, host: '127.0.0.1', port: imap.port, security: 'plain' },
      ...{ username: 'in', auth: 'password', secret: 'correct horse', folder: 'INBOX', since: '2026-01-01' },
      ...{ after_read: 'nothing', move_to: '', server_id: serverId, senders: ['sender.example'] },
      ...{ read_user: [], read_group: [] },
      ...more,
    } as NewMailbox,
  })
}

/** Fetches as a worker does. */
export async function fetchNow(app: TestApp, id: number, deps: Partial<RunDeps> = {}): Promise<void> {
  const ctx = { ...app.ctx, secrets: openSecrets({ dataDir: app.folder }) }
  await fetchMailbox(ctx, id, { guard: localGuard(), limits, times: { connectMs: 2_000, idleMs: 10_000 }, ...deps })
}
