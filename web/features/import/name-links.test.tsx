import '#web/routes.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Import } from '#contract/import.api.ts'
import { listOgs } from '#contract/og.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { setLocale } from '#web/platform/locale.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { NameLinks } from './name-links.tsx'

let api: FakeApi
beforeEach(() => {
  setLocale('en-US')
  api = fakeApi()
  api.on(listOgs, () => ({ items: [], total: 0, current: 1, pageSize: 20 }))
})
afterEach(() => {
  cleanup()
  expect(api.unknown).toEqual([])
})

const suggestion = (og_id: number, over: object) => ({
  og_id,
  og_name: '健康 Health',
  region: 'US',
  host: null,
  ...over,
})
const link = (name: string, suggestions: Import['links'][number]['suggestions']) =>
  ({ name, count: 2, how: 'none', og_id: null, og_name: null, suggestions }) as const

it('shows what distinguishes suggestions, and accepts at once only the clear ones', async () => {
  const links = [
    link('Committee: Health', [
      suggestion(3, { external_id: 'HSAG14', is_clear: false }),
      suggestion(4, { host: 'health.example', is_clear: false }),
    ]),
    link('Committee: Energy', [suggestion(5, { og_name: 'Energy', is_clear: true })]),
  ]
  const onCheck = vi.fn()
  const current = { id: 1, links, plan: { links: {} } } as unknown as Import
  await renderPage(<NameLinks import={current} source={ogSource} isChecking={false} onCheck={onCheck} />)
  const row = within(screen.getByRole('row', { name: /^Committee: Health/ }))
  // Names of countries load when they are first needed.
  await row.findAllByText(/United States/)
  expect(row.getAllByRole('button', { name: /^Link to/ }).map(button => button.textContent)).toEqual([
    'Link to “健康 Health” United States · HSAG14 · #3',
    'Link to “健康 Health” United States · health.example · #4',
  ])
  screen.getByText('1 name matches several organisations. Choose one by one.')
  fireEvent.click(screen.getByRole('button', { name: 'Accept 1 clear suggestion' }))
  fireEvent.click(screen.getByRole('button', { name: 'Re-check with these' }))
  expect(onCheck).toHaveBeenCalledWith({ 'Committee: Energy': 5 })
})
