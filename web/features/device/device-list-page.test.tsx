import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Device, listDevices } from '#contract/device.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import '#web/routes.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import DeviceListPage from './device-list-page.tsx'

vi.setConfig({ testTimeout: 30_000 })
const now = '2026-11-21T06:10:00.000Z'

const device = (id: number, over: Partial<Device>): Device => ({
  id,
  name: `worker-${id}`,
  host: 'collector.example',
  version: '0.1.0',
  state: 'ok',
  started_at: '2026-11-21T00:00:00.000Z',
  last_seen_at: '2026-11-21T06:09:57.000Z',
  stopped_at: null,
  sites: 4,
  pages_per_minute: 96.4,
  pages: 12_345,
  memory_mb: 212,
  last_error: null,
  last_error_at: null,
  ...over,
})

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  setLocale('zh-CN')
  localStorage.clear()
  api = fakeApi()
  api.on(listDevices, () => ({
    items: [
      device(1, {}),
      device(2, {
        state: 'silent',
        last_seen_at: '2026-11-21T06:08:00.000Z',
        last_error: 'out of memory',
        last_error_at: now,
      }),
      device(3, { state: 'slow', pages_per_minute: 2.5 }),
      device(4, { state: 'stopped', stopped_at: '2026-11-21T03:10:00.000Z' }),
    ],
    now,
    rounds: 3,
    waiting: 1_204,
    last_hour: [...Array.from({ length: 59 }, () => 0), 80],
  }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

it('shows every device by its state, those that need attention first', async () => {
  await renderPage(<DeviceListPage />)
  const tiles = within(await screen.findByRole('list', { name: '设备' })).getAllByRole('listitem')
  expect(tiles.map(tile => tile.dataset.state)).toEqual(['silent', 'slow', 'ok', 'stopped'])
  const [silent, slow, ok, stopped] = tiles.map(tile => within(tile))
  silent?.getByText('无响应')
  silent?.getByText(/^12\d 秒前$|^2 分钟前$/)
  silent?.getByText('out of memory')
  slow?.getByText('2.5')
  ok?.getByText('96')
  ok?.getByText(/^[3-5] 秒前$/)
  stopped?.getByText('3 小时前')
  const totals = within(screen.getByRole('region', { name: '总数' }))
  totals.getByText('1,204')
  totals.getByRole('img', { name: '最近 60 分钟每分钟抓取的页面：共 80，最高 80，最近一分钟 80' })
})

it('reports a lost connection, keeps the last known state, and recovers automatically', async () => {
  const first = await renderPage(<DeviceListPage />).then(() => screen.findByRole('list', { name: '设备' }))
  expect(screen.getByRole('alert').textContent).toBe('')
  api.on(listDevices, () => {
    throw new FakeFailure('unavailable')
  })
  await screen.findByText(/连接已断开/, undefined, { timeout: 6_000 })
  within(first).getByText('worker-1')
  api.on(listDevices, () => ({ items: [device(9, {})], now, rounds: 0, waiting: 0, last_hour: [] }))
  await screen.findByText('worker-9', undefined, { timeout: 6_000 })
  expect(screen.getByRole('alert').textContent).toBe('')
})

it('is dark or light as its user chose, and explains to an empty installation what to start', async () => {
  api.on(listDevices, () => ({ items: [], now, rounds: 0, waiting: 0, last_hour: Array.from({ length: 60 }, () => 0) }))
  await renderPage(<DeviceListPage />)
  await screen.findByText('一周内没有设备上报')
  const wall = document.querySelector('[data-tone]')
  expect(wall?.getAttribute('data-tone')).toBe('dark')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '浅色' })))
  expect(wall?.getAttribute('data-tone')).toBe('light')
})
