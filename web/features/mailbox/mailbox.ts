import {
  createMailbox,
  deleteMailbox,
  fetchMailbox,
  type Mailbox,
  type NewMailbox,
  takeMailMessage,
  testMailbox,
  updateMailbox,
} from '#contract/mailbox.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { refresh } from '#web/platform/query.ts'

async function withRefresh<T>(write: Promise<T>): Promise<T> {
  const result = await write
  await refresh('mailbox')
  return result
}

export function saveNewMailbox(body: NewMailbox): Promise<Mailbox> {
  return withRefresh(call(createMailbox, { body }))
}

export function saveMailbox(id: number, body: CallInput<typeof updateMailbox>['body']): Promise<Mailbox> {
  return withRefresh(call(updateMailbox, { params: { id }, body }))
}

export async function removeMailbox(id: number): Promise<void> {
  await withRefresh(call(deleteMailbox, { params: { id } }))
}

export function tryMailbox(id: number) {
  return call(testMailbox, { params: { id } })
}

export async function fetchNow(id: number): Promise<void> {
  await withRefresh(call(fetchMailbox, { params: { id } }))
}

export async function takeMessage(id: number, messageId: number): Promise<void> {
  await withRefresh(call(takeMailMessage, { params: { id, message_id: messageId } }))
}
