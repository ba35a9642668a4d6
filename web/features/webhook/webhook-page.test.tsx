import '#web/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { listSavedSearches } from '#contract/search.api.ts'
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  stopWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#contract/webhook.api.ts'
import { preparePage, signIn } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import WebhookPage from './webhook-page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const aWebhook = (over: Partial<Webhook> = {}): Webhook => ({
  ...{ id: 3, user: { id: 1, name: 'li' }, name: '监测群', url: 'https://hooks.example/1', host: 'hooks.example' },
  ...{ format: 'standard', has_sign_secret: false, former_until: null, kinds: ['record.created'], og_id: null },
  ...{ saved_search: null, state: 'on', stop_reason: null, failing_since: null, delivered_at: at, waiting: 0, dead: 0 },
  created_at: at,
  ...over,
})
const aDelivery: WebhookDelivery = {
  ...{ id: 9, message_id: 'msg_9', kind: 'record.created', noun: 'og', record_id: 7, title: '长江航运', at },
  ...{ state: 'waiting', attempts: 2, next_at: at, tried_at: at, http_status: 503, fault: null, latency_ms: 41 },
  response: 'busy',
}

let own: Webhook[]
const page = preparePage(api => {
  api.on(listWebhooks, ({ query }) => ({
    items: query.all ? [aWebhook({ id: 5, url: null, user: { id: 8, name: 'wang' } })] : own,
  }))
  api.on(listWebhookDeliveries, () => ({ items: [aDelivery], total: 1, current: 1, pageSize: 20 }))
  api.on(listSavedSearches, () => ({ items: [] }))
})
beforeEach(() => {
  signIn('admin')
  own = [aWebhook()]
})

it('shows the log of a webhook, and sends an event again', async () => {
  page.api.on(replayWebhookDelivery, () => null)
  await renderPage(<WebhookPage />)
  const row = (await screen.findByText('长江航运')).closest('tr')!
  expect(row.textContent).toContain('503')
  expect(row.textContent).toContain('新建记录')
  fireEvent.click(within(row).getByRole('button', { name: '重发 msg_9' }))
  await waitFor(() =>
    expect(page.api.requests(replayWebhookDelivery)).toMatchObject([{ params: { id: '3', delivery_id: '9' } }]),
  )
})

it('creates a webhook and shows its secret once', async () => {
  own = []
  page.api.on(createWebhook, () => ({ webhook: aWebhook(), secret: 'whsec_once' }))
  await renderPage(<WebhookPage />)
  fireEvent.click(await screen.findByRole('button', { name: '新建 Webhook' }))
  fireEvent.change(await screen.findByLabelText('名称'), { target: { value: '监测群' } })
  fireEvent.change(screen.getByLabelText('地址'), { target: { value: 'https://hooks.example/1' } })
  fireEvent.click(screen.getByRole('button', { name: '创建' }))
  expect(await screen.findByDisplayValue('whsec_once')).toBeTruthy()
  expect(page.api.requests(createWebhook)).toMatchObject([
    { body: { name: '监测群', url: 'https://hooks.example/1', format: 'standard' } },
  ])
})

it('lets an administrator stop the webhook of another user', async () => {
  page.api.on(stopWebhook, () => null)
  await renderPage(<WebhookPage />, '/test?show=all')
  expect(await screen.findByText('所有者：wang')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '停止“监测群”' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: '停止' }))
  await waitFor(() => expect(page.api.requests(stopWebhook)).toMatchObject([{ params: { id: '5' } }]))
})
