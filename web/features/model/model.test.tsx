import '#web/routes.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  getDiffSentence,
  getModel,
  getModelAdmin,
  hideDiffSentence,
  type ModelSentence,
  setModelKey,
  testModel,
  translatePassage,
  writeDiffSentence,
} from '#contract/model.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { preparePage, signIn } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { DiffSentence } from './diff-sentence.tsx'
import { ModelAdminRows } from './model-admin.tsx'
import TranslationDialog from './translation-dialog.tsx'

const on = {
  ...{ is_offered: true, is_wanted: true, name: 'qwen3:8b', host: '127.0.0.1:11434' },
  ...{ requests: 3, most_requests: 100, tokens: 900, most_tokens: 200_000 },
}
const markup = '<img src=x onerror=alert(1)> 新增 250 人。'
const aSentence = (over: Partial<ModelSentence> = {}): ModelSentence => ({
  ...{ text: markup, locale: 'zh-CN', model: 'qwen3:8b', created_at: '2026-11-20T08:00:00.000Z' },
  ...{ strike: null, is_uncompared: false },
  ...over,
})
const page = preparePage(() => signIn('admin'))

it('shows nothing and reads nothing of a difference while the model is off', async () => {
  await renderPage(<DiffSentence id={7} />)
  await waitFor(() => expect(page.api.requests(getModel)).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
  expect(page.api.requests(getDiffSentence)).toEqual([])
})

it('writes a sentence by its button, shows it as text with its author, and hides it', async () => {
  page.api.on(getModel, () => on)
  page.api.on(getDiffSentence, () => null)
  page.api.on(writeDiffSentence, () => aSentence())
  page.api.on(hideDiffSentence, () => null)
  await renderPage(<DiffSentence id={7} />)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '用一句话概括' })
  await waitFor(() => expect(button.disabled).toBe(false))
  expect(button.title).toContain('127.0.0.1:11434')
  fireEvent.click(button)
  expect(await screen.findByText(markup)).toBeTruthy()
  expect(document.querySelector('img[src=x]')).toBeNull()
  expect(document.body.textContent).toContain('由模型 qwen3:8b 生成')
  fireEvent.click(screen.getByRole('button', { name: '隐藏' }))
  await screen.findByRole('button', { name: '用一句话概括' })
})

it('shows a struck sentence with its reason, and a refusal in the words of the server', async () => {
  page.api.on(getModel, () => on)
  page.api.on(getDiffSentence, () => aSentence({ strike: { reason: 'number', value: '250' } }))
  page.api.on(writeDiffSentence, () => {
    throw new FakeFailure('model_spent', { what: '请求次数', most: 100, wait: ' 3 小时' })
  })
  await renderPage(<DiffSentence id={7} />)
  const struck = await screen.findByText(markup)
  expect(struck.tagName).toBe('DEL')
  expect(document.body.textContent).toContain('证据中没有这个数字：250')
  fireEvent.click(screen.getByRole('button', { name: '重新生成' }))
  expect(await screen.findByText(/3 小时后可再使用/)).toBeTruthy()
})

it('shows a translation as text, with the numbers that the original lacks', async () => {
  page.api.on(translatePassage, () => ({
    text: '<b>2500</b> 人',
    to: 'zh-CN' as const,
    model: 'm',
    unfounded: ['2500'],
  }))
  const of = { type: 'page_version' as const, id: 4, page_id: 2 }
  await renderPage(<TranslationDialog of={of} passage="250 people" onClose={() => undefined} />)
  expect(await screen.findByText('<b>2500</b> 人')).toBeTruthy()
  expect(screen.getByText('译文中有原文没有的数字：2500')).toBeTruthy()
  expect(page.api.requests(translatePassage)).toMatchObject([{ body: { of, passage: '250 people' } }])
})

it('stores a key without showing it, and tests the model', async () => {
  const users = [{ id: 5, username: 'wang', requests: 12, failed: 1, tokens: 34_000, ms: 61_000 }]
  page.api.on(getModelAdmin, () => ({ key: 'unreadable' as const, users }))
  page.api.on(setModelKey, () => ({ key: 'stored' as const, users }))
  page.api.on(testModel, () => ({ answer: '可以', tokens: 120, ms: 800, has_schema: false }))
  await renderPage(<ModelAdminRows />)
  const field = await screen.findByLabelText<HTMLInputElement>('密钥')
  expect([field.type, field.value]).toEqual(['password', ''])
  expect(screen.getByText('须重新填写')).toBeTruthy()
  fireEvent.change(field, { target: { value: ' sk-1 ' } })
  fireEvent.click(screen.getByRole('button', { name: '保存密钥' }))
  await waitFor(() => expect(page.api.requests(setModelKey)).toMatchObject([{ body: { key: 'sk-1' } }]))
  fireEvent.click(screen.getByRole('button', { name: '发送试用请求' }))
  expect(await screen.findByText('模型答复：“可以”')).toBeTruthy()
  expect(screen.getByText('wang').closest('tr')?.textContent).toContain('34,000')
})
