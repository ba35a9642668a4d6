import '#web/routes.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFigureAlert, type FigureSeries, getPageFigures } from '#contract/figure.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import PageFigures from './page-figures.tsx'

const point = (version_id: number, value: number, text: string) => ({
  version_id,
  at: `2026-11-0${version_id}T06:00:00.000Z`,
  until: `2026-11-0${version_id}T18:00:00.000Z`,
  value,
  text,
})
const price: FigureSeries = {
  key: 'a'.repeat(24),
  heading: 'Prices',
  label: 'Soybean',
  column: 'Price',
  kind: 'number',
  is_present: true,
  changes: 1,
  points: [point(1, 595, '$595'), point(2, 640, '$640')],
}
const staff: FigureSeries = {
  ...price,
  key: 'b'.repeat(24),
  heading: '',
  label: 'Employees',
  column: '',
  changes: 0,
  points: [point(2, 12, '12')],
}
const reply = { read: 2, total: 2, unread: 0, partial: 0, cut: 0, items: [price, staff], alerts: [] }
let api: FakeApi
beforeEach(() => {
  setLocale('en-US')
  api = fakeApi()
})
afterEach(cleanup)

const onChoose = vi.fn()
const open = () => renderPage(<PageFigures pageId={3} newestVersion={2} onChoose={onChoose} />, '/admin/page/3')

it('shows figures that changed with their last change, and opens the version of a point', async () => {
  api.on(getPageFigures, () => reply)
  await open()
  const row = await screen.findByRole('button', { name: /Soybean · Price/ })
  expect(row.textContent).toContain('$640')
  expect(row.textContent).toContain('+45 (+7.6%)')
  expect(screen.queryByText('Employees')).toBeNull()
  fireEvent.click(row)
  fireEvent.click(await screen.findByRole('link', { name: /\$595/ }))
  expect(onChoose).toHaveBeenCalledWith(1)
  fireEvent.click(screen.getByText('Unchanged (1)'))
  expect(await screen.findByText('Employees')).toBeTruthy()
})

it('saves a change in per cent as a share', async () => {
  api.on(getPageFigures, () => ({ ...reply, items: [staff] }))
  const sent: unknown[] = []
  api.on(createFigureAlert, ({ body }) => {
    sent.push(body)
    throw new FakeFailure('duplicate')
  })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: /Employees/ }))
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Condition' }))
  fireEvent.click(await screen.findByText('changes by'))
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Amount' }), { target: { value: '5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Notify me' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    page_id: 3,
    key: staff.key,
    name: 'Employees',
    rule: 'change',
    amount: 0.05,
    is_share: true,
  })
})

it('shows the number of versions read if there are no figures', async () => {
  api.on(getPageFigures, () => ({ ...reply, read: 0, total: 2, unread: 2, items: [] }))
  await open()
  await screen.findByText(/2 versions could not be read/)
  cleanup()
  api.on(getPageFigures, () => ({ ...reply, items: [] }))
  await open()
  await screen.findByText(/no figures with a label/)
})
