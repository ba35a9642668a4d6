import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listReports, type ReportItem } from '#contract/report.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { LinkedPanel } from './linked-panel.tsx'

const report = (id: number) => ({ id, title: `Report ${id} 𠮷` }) as ReportItem
let api: FakeApi

beforeEach(() => {
  vi.spyOn(console, 'error')
  setLocale('en-US')
  api = fakeApi()
  api.on(listReports, ({ query }) => ({
    items: [report(Number(query.current))],
    total: 3,
    current: Number(query.current),
    pageSize: 1,
  }))
})

afterEach(() => {
  cleanup()
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  expect(api.unknown).toEqual([])
  vi.restoreAllMocks()
})

function Panel({ scope }: { scope: string }) {
  return (
    <LinkedPanel
      title="Reports"
      count={({ total }) => `${total} in all`}
      loading="Loading the reports"
      failed="Not read."
      none="None yet."
      endpoint={listReports}
      sent={{ query: { keyword: scope } }}
      pageSize={1}
      scope={scope}
      rowKey={({ id }) => id}
    >
      {({ title }) => <li>{title}</li>}
    </LinkedPanel>
  )
}

function Switching() {
  const [scope, setScope] = useState('a')
  return (
    <>
      <button type="button" onClick={() => setScope('b')}>
        another
      </button>
      <Panel scope={scope} />
    </>
  )
}

const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))

it('moves from page to page, and starts at the first again for another request', async () => {
  await renderPage(<Switching />)
  await screen.findByText('Report 1 𠮷')
  expect(screen.getByText('3 in all')).toBeTruthy()
  await press(screen.getByTitle('3'))
  await screen.findByText('Report 3 𠮷')
  expect(api.requests(listReports).at(-1)?.query).toMatchObject({ keyword: 'a', current: '3', pageSize: '1' })
  await press(screen.getByRole('button', { name: 'another' }))
  await waitFor(() => expect(api.requests(listReports).at(-1)?.query).toMatchObject({ keyword: 'b', current: '1' }))
  await screen.findByText('Report 1 𠮷')
})

it('reports an empty list, and a failure with a retry', async () => {
  api.on(listReports, () => {
    throw new FakeFailure('not_found')
  })
  await renderPage(<Panel scope="a" />)
  expect((await screen.findByRole('alert')).textContent).toContain('Not read.')
  api.on(listReports, () => ({ items: [], total: 0, current: 1, pageSize: 1 }))
  await press(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('None yet.')
  expect(screen.queryByText(/in all/)).toBeNull()
})
