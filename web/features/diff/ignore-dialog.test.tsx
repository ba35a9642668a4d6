import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { countDiffs, listDiffs } from '#contract/diff.api.ts'
import { ignorePlace } from '#contract/volatile.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { pageOf, preparePage } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import IgnoreDialog from './ignore-dialog.tsx'
import { aDiff } from './testing.ts'

const none = { waiting: 0, low: 0, important: 0, ignored: 0, done: 0, worth_a_time: 20 }
const page = preparePage(api => {
  api.on(listDiffs, () => pageOf([]))
  api.on(countDiffs, () => none)
})
const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const effect = { rounds: 15, rows_before: 40, rows_after: 6, important: 2, examples: ['Today is Monday'] }

it('shows the effect of each scope before it saves', async () => {
  page.api.on(ignorePlace, ({ body }) =>
    (body as { scope: string }).scope === 'site' ? effect : { ...effect, rows_after: 40, important: 0, examples: [] },
  )
  await renderPage(<IgnoreDialog diff={aDiff(1)} onClose={() => undefined} />)
  await screen.findByText('在最近 15 轮中没有影响。')
  await press(screen.getByRole('radio', { name: '该网站所有页面的同一位置' }))
  await screen.findByText(/待看的差异由 40 条变为 6 条/)
  screen.getByText(/2 条曾被标为“重要”/)
  screen.getByText('Today is Monday')
  await press(screen.getByRole('button', { name: '忽略此处' }))
  expect(page.api.requests(ignorePlace).at(-1)).toMatchObject({
    params: { id: '1' },
    body: { scope: 'site', is_trial: false },
  })
})

it('states why a place cannot be ignored, and does not save', async () => {
  page.api.on(ignorePlace, () => {
    throw new FakeFailure('no_place')
  })
  await renderPage(<IgnoreDialog diff={aDiff(1)} onClose={() => undefined} />)
  await screen.findByText('此差异的位置未知，不能设为忽略。')
  expect((screen.getByRole('button', { name: '忽略此处' }) as HTMLButtonElement).disabled).toBe(true)
})
