import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listVolatilePlaces, updateVolatilePlace, type VolatilePlace } from '#contract/volatile.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { preparePage } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { VolatilePlaces } from './volatile-places.tsx'

const place = (over: Partial<VolatilePlace> = {}): VolatilePlace => ({
  ...{ id: 5, rev: 2, state: 'learned', page: null, pages: 40, first_round: 3, last_round: 9 },
  ...{ sample: '您是第 1,204 位访客', decided_by: null, decided_at: null },
  ...over,
})
const page = preparePage()
const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))

it('shows the places with their text, and saves a decision with its revision', async () => {
  page.api.on(listVolatilePlaces, () => ({ items: [place()] }))
  page.api.on(updateVolatilePlace, () => ({
    items: [place({ rev: 3, state: 'rejected', decided_by: 'anna', decided_at: '2026-11-22T10:00:00.000Z' })],
  }))
  await renderPage(<VolatilePlaces ogId={3} mayUpdate />)
  await screen.findByText('您是第 1,204 位访客')
  await press(screen.getByRole('button', { name: '计为差异' }))
  await screen.findByRole('button', { name: '撤销决定' })
  expect(page.api.requests(updateVolatilePlace)[0]).toMatchObject({
    params: { id: '3', place: '5' },
    body: { state: 'rejected', rev: 2 },
  })
})

it('offers no decision to readers, and states that nothing was found', async () => {
  page.api.on(listVolatilePlaces, () => ({ items: [place()] }))
  await renderPage(<VolatilePlaces ogId={3} mayUpdate={false} />)
  await screen.findByText('您是第 1,204 位访客')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  page.api.on(listVolatilePlaces, () => ({ items: [] }))
  await renderPage(<VolatilePlaces ogId={4} mayUpdate />)
  await screen.findByText('尚未识别到这样的位置。')
})

it('reads the list again if another user decided meanwhile', async () => {
  let isChanged = false
  page.api.on(listVolatilePlaces, () => ({ items: [isChanged ? place({ rev: 3, state: 'confirmed' }) : place()] }))
  page.api.on(updateVolatilePlace, () => {
    isChanged = true
    throw new FakeFailure('stale')
  })
  await renderPage(<VolatilePlaces ogId={3} mayUpdate />)
  await press(await screen.findByRole('button', { name: '确认忽略' }))
  await screen.findByText('已确认忽略')
})
