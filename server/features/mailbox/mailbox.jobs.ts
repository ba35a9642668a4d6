import * as z from 'zod/mini'
import { Id } from '#contract/wire.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { findDueMailboxes } from './mailbox.queries.ts'
import { fetchMailbox, queueFetch } from './run.ts'

const Fetching = z.object({ id: Id })

export const mailboxJobs = {
  /** Without a mailbox it is one query. */
  start_mail: async ctx => {
    for (const id of await findDueMailboxes(ctx)) await queueFetch(ctx, id)
  },
  fetch_mailbox: async (ctx, payload, { signal }) => {
    const { id } = Fetching.parse(payload)
    const { outbound, uploadLimits } = ctx
    if (!outbound || !uploadLimits) throw new Error('mailboxes need the guard of the process')
    await fetchMailbox(ctx, id, { guard: outbound, limits: uploadLimits }, signal)
  },
} satisfies Jobs

export const mailboxCrontab = ['*/5 * * * * start_mail']
