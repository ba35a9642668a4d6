import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listSetAside, type QuarantinedItem, retrySetAside } from '#contract/set_aside.api.ts'
import {
  listSystemSettings,
  type SystemSetting,
  type SystemSettingName,
  setSystemSetting,
  systemSettingNames,
  systemSettingOf,
} from '#contract/system.api.ts'
import { getSystem, type SystemState } from '#contract/system-state.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import SystemPage from './system-page.tsx'

const at = '2026-11-22T07:00:00.000Z'
const state: SystemState = {
  at,
  version: '1',
  troubles: [],
  processes: [{ id: 1, kind: 'api', host: 'vm', pid: 7, version: '1', started_at: at, last_at: at, is_silent: false }],
  database: { version: '18', bytes: 9, connections: 3, max_connections: 100, migration: '0001-a', is_migrated: true },
  replicas: [],
  disks: [{ name: 'data', free_bytes: 9, total_bytes: 10 }],
  queues: [{ name: 'search', waiting: 3, oldest_at: at }],
  tasks: [],
  set_aside: [],
  rounds: { running: 0, overdue: 0, hosts_held: 0, hosts_backing_off: 0, collectors: 1, collectors_silent: 0 },
  coverage: [],
  examiner: { ended_at: null, recall: null, drops: 0 },
  mailboxes: { total: 0, failing: [], undecided: 0 },
  backup: { done_at: at, bytes: 9, is_running: false, is_nightly: true, failed_at: null, error: null },
  seal: { last_at: at, verified_at: null, is_broken: false },
}
const trouble = { what: null, count: null, since: null }
const quarantined: QuarantinedItem = {
  id: 4,
  queue: 'search',
  key: 'person:12',
  detail: {},
  error: '姜𤨒姬: no',
  attempts: 5,
  first_at: at,
  last_at: at,
  next_at: null,
}

let api: FakeApi
let shown: SystemState
let asides: QuarantinedItem[]
let values: Partial<Record<SystemSettingName, SystemSetting['value']>>
const errors = vi.spyOn(console, 'error')

const settings = (): { items: SystemSetting[] } => ({
  items: systemSettingNames.map(name => ({
    name,
    value: values[name] ?? systemSettingOf(name).default,
    is_default: values[name] === undefined,
    updated_at: values[name] === undefined ? null : at,
    updated_by: values[name] === undefined ? null : { id: 1, username: '𠮷田太郎' },
  })),
})

beforeEach(() => {
  setLocale('en-US')
  useSession.setState({ user: { id: 1, username: 'x', role: 'admin' } as never })
  shown = state
  asides = []
  values = {}
  api = fakeApi()
  api.on(getSystem, () => shown)
  api.on(listSetAside, () => ({ items: asides, total: asides.length, current: 1, pageSize: 50 }))
  api.on(listSystemSettings, settings)
  api.on(setSystemSetting, ({ body }) => {
    const { name, value } = body as { name: SystemSettingName; value: SystemSetting['value'] | null }
    if (value === null) delete values[name]
    else values[name] = value
    return settings()
  })
})

afterEach(() => {
  cleanup()
  expect(errors.mock.calls.map(call => call.map(String).join(' ').slice(0, 600))).toEqual([])
  errors.mockClear()
  expect(api.unknown).toEqual([])
})

const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const enter = (element: HTMLElement, value: string) =>
  act(async () => void fireEvent.change(element, { target: { value } }))
const sent = () => api.requests(setSystemSetting).map(({ body }) => body)

describe('report', () => {
  test('shows that everything is in order, next to mere hints', async () => {
    shown = { ...state, troubles: [{ ...trouble, code: 'backup_off' }] }
    await renderPage(<SystemPage />)
    expect(await screen.findByText('Everything is in order')).toBeTruthy()
    expect(screen.getByText(/^Nightly backups are off/).closest('li')?.dataset.grade).toBe('hint')
  })

  test('shows each replica, with the reason why it is not used, and no table without replicas', async () => {
    await renderPage(<SystemPage />)
    await screen.findByText('Everything is in order')
    expect(screen.queryByText('Replicas')).toBeNull()
    cleanup()
    const counts = { answered: 12_040, passed_over: 3 }
    shown = {
      ...state,
      replicas: [
        { name: 'db2:5432', lag_seconds: 0.04, ...counts, last_error: null, last_error_at: null },
        { name: 'db3:5432', lag_seconds: null, ...counts, last_error: 'accepts no connection', last_error_at: at },
      ],
    }
    await renderPage(<SystemPage />)
    const rows = within((await screen.findByText('Replicas')).closest('section') as HTMLElement).getAllByRole('row')
    expect(rows.map(row => row.textContent)).toEqual([
      expect.stringContaining('Lag'),
      expect.stringContaining('db2:54320.0 s12,0403'),
      expect.stringMatching(/db3:5432paused12,0403.*accepts no connection/),
    ])
    expect(rows[2]?.dataset.wrong).toBe('true')
  })

  test('shows each problem with its remedy, and then not that everything is in order', async () => {
    shown = {
      ...state,
      troubles: [
        { ...trouble, code: 'no_worker' },
        { ...trouble, code: 'queue_slow', what: 'search', count: 3_120, since: at },
      ],
      backup: { ...state.backup, failed_at: at, error: 'no space left' } as SystemState['backup'],
    }
    await renderPage(<SystemPage />)
    expect(await screen.findByText('No worker is running')).toBeTruthy()
    expect(screen.getByText('Search index updates: slow, 3,120 waiting')).toBeTruthy()
    expect(screen.getByText(/latest attempt failed: no space left/)).toBeTruthy()
    expect(screen.queryByText('Everything is in order')).toBeNull()
  })

  test('shows quarantined items, by the name of their queue, with a retry', async () => {
    asides = [quarantined]
    api.on(retrySetAside, () => {
      asides = []
      return null as never
    })
    await renderPage(<SystemPage />)
    expect(await screen.findByText('姜𤨒姬: no')).toBeTruthy()
    await press(screen.getByRole('button', { name: 'Try again: Search person:12' }))
    expect(await screen.findByText('Will be tried again: Search person:12')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('姜𤨒姬: no')).toBeNull())
  })

  test('shows that a part could not be measured, and the other parts all the same', async () => {
    shown = { ...state, queues: null, troubles: [{ ...trouble, code: 'unmeasured', what: 'queues' }] }
    await renderPage(<SystemPage />)
    expect(await screen.findByText('Could not be measured: Queues')).toBeTruthy()
    expect(screen.getByText('could not be measured')).toBeTruthy()
    expect(screen.getByText('Processes')).toBeTruthy()
  })
})

describe('settings', () => {
  test('show effect, range and default; a long group is folded at first', async () => {
    await renderPage(<SystemPage />)
    const hour = await screen.findByLabelText('Time of the nightly backup')
    const row = within(hour.closest('[data-setting]') as HTMLElement)
    expect(row.getByText(/18:00 UTC is 02:00 in Beijing/)).toBeTruthy()
    expect(row.getByText('0 to 23 · Default: 18:00 UTC')).toBeTruthy()
    const folded = screen.getByText('Usage limits').closest('details')
    expect(folded?.open).toBe(false)
    expect(within(folded as HTMLElement).getByText(/all at their defaults/)).toBeTruthy()
  })

  test('are saved one by one with a confirmation; a button restores the default', async () => {
    await renderPage(<SystemPage />)
    await enter(await screen.findByLabelText('Time of the nightly backup'), '3')
    await press(screen.getByRole('button', { name: 'Save: Time of the nightly backup' }))
    expect(await screen.findByText('Saved: Time of the nightly backup')).toBeTruthy()
    expect(await screen.findByText(/Changed by 𠮷田太郎/)).toBeTruthy()
    await press(screen.getByRole('button', { name: 'Restore default: Time of the nightly backup' }))
    await waitFor(() =>
      expect(sent()).toEqual([
        { name: 'backup_hour', value: 3 },
        { name: 'backup_hour', value: null },
      ]),
    )
  })

  test.each(['24', '-1', '2.5', ''])('of %j show the allowed range at the field, and are not sent', async wrong => {
    await renderPage(<SystemPage />)
    const hour = await screen.findByLabelText('Time of the nightly backup')
    await enter(hour, wrong)
    await act(async () => void fireEvent.blur(hour))
    expect(screen.getByRole('alert').textContent).toBe('Enter a whole number from 0 to 23')
    expect(hour.getAttribute('aria-describedby')).toContain(screen.getByRole('alert').id)
    const save = screen.getByRole('button', { name: 'Save: Time of the nightly backup' })
    expect((save as HTMLButtonElement).disabled).toBe(true)
    await act(async () => void fireEvent.keyDown(hour, { key: 'Enter' }))
    expect(sent()).toEqual([])
    await press(screen.getByRole('button', { name: 'Cancel the change: Time of the nightly backup' }))
    expect((hour as HTMLInputElement).value).toBe('18')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('show a refusal of the server in their own row, and keep the input', async () => {
    api.on(setSystemSetting, () => {
      throw new FakeFailure('forbidden')
    })
    await renderPage(<SystemPage />)
    const hour = await screen.findByLabelText('Time of the nightly backup')
    await enter(hour, '3')
    await press(screen.getByRole('button', { name: 'Save: Time of the nightly backup' }))
    const row = hour.closest('[data-setting]') as HTMLElement
    expect((await within(row).findByRole('alert')).textContent).not.toBe('')
    expect((hour as HTMLInputElement).value).toBe('3')
  })
})
