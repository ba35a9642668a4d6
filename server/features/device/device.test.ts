import { describe, expect, it } from 'vitest'
import { listDevices } from '#contract/device.api.ts'
import { registerDevice, stopDevice } from '#server/features/crawl/device.queries.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import type { DeviceRow } from './device.queries.ts'
import { deviceState } from './device.service.ts'

const app = useTestApp()
const now = new Date('2026-11-21T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const device: DeviceRow = {
  id: 1,
  name: 'a',
  host: 'a',
  version: '1',
  started_at: ago(3600),
  last_seen_at: ago(2),
  stopped_at: null,
  sites: 3,
  pages: 100,
  pages_per_minute: 50,
  usual_per_minute: 60,
  memory_mb: 200,
  last_error: null,
  last_error_at: null,
}

describe('the state of a crawler', () => {
  it.each([
    ['beats as it should', {}, 'ok'],
    ['has nothing to do', { sites: 0, pages_per_minute: 0 }, 'ok'],
    ['beats late', { last_seen_at: ago(30) }, 'slow'],
    ['fetches at a fraction of its usual rate', { pages_per_minute: 10 }, 'slow'],
    ['has been silent for a minute', { last_seen_at: ago(61) }, 'silent'],
    ['said goodbye', { stopped_at: ago(10), last_seen_at: ago(10) }, 'stopped'],
  ] as const)('that %s', (_what, change, state) => {
    expect(deviceState({ ...device, ...change }, now)).toBe(state)
  })
})

it('a crawler is visible to devices and administrators from its first heartbeat until it signs off', async () => {
  const id = await registerDevice(app.ctx, { name: 'north', host: 'vm', version: '1.2.3' })
  const wall = await app.as('device')
  const first = await wall.get(listDevices, {})
  expect(first.items).toEqual([expect.objectContaining({ id, name: 'north', state: 'ok', version: '1.2.3' })])
  expect(first.last_hour).toHaveLength(60)
  await stopDevice(app.ctx, id)
  expect((await (await app.as('admin')).get(listDevices, {})).items[0]).toMatchObject({ id, state: 'stopped' })
  app.clock.advance(8 * 86_400_000)
  expect((await (await app.as('device')).get(listDevices, {})).items).toEqual([])
})
