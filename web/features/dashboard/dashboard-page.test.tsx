import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dashboardEvents, dashboardNumbers, firstSteps } from '#contract/dashboard.api.ts'
import { listInbox } from '#contract/inbox.api.ts'
import { mostFocusOg, recentAddOg, recentUpdateOg, regionCountOg } from '#contract/og.api.ts'
import { getRescan, listWordHits } from '#contract/word.api.ts'
import { fakeOg } from '#web/features/og/fake-og.ts'
import { setLocale } from '#web/platform/locale.ts'
import { queryClient } from '#web/platform/query.ts'
import { useSession } from '#web/platform/session.ts'
import { changeSetting, useSetting } from '#web/platform/setting.ts'
import '#web/routes.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import DashboardPage from './dashboard-page.tsx'

// Drawing is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })
const errors = vi.spyOn(console, 'error')
const numbers = {
  ogs: 1734,
  sanctioned_ogs: 12,
  persons: 60,
  focus_persons: 15,
  events_coming: { count: 8, from: '2026-11-21', to: '2026-11-27' },
  events_past: { count: 7, from: '2026-11-14', to: '2026-11-20' },
}
let api: FakeApi

beforeEach(() => {
  setLocale('en-US')
  localStorage.removeItem('first_steps_done')
  api = fakeApi()
  api.on(dashboardNumbers, () => numbers)
  api.on(listInbox, () => ({ items: [], counts: [], failed: [], since: null, looked_at: null }))
  api.on(dashboardEvents, () => ({ coming: [], past: [] }))
  api.on(regionCountOg, () => ({
    items: [{ region: 'FR', count: 9 }],
    danger_levels: [{ danger_level: '受制裁' as const, count: 9 }],
    total: 9,
  }))
  for (const endpoint of [recentAddOg, recentUpdateOg]) api.on(endpoint, () => ({ items: [] }))
  api.on(mostFocusOg, () => ({ items: [] }))
  api.on(firstSteps, () => ({ open: [] }))
  api.on(getRescan, () => ({ version: 2, words: 2, done: 3, total: 3, is_running: false }))
  api.on(listWordHits, () => ({ items: [], total: 30 }))
  useSession.setState({ user: { id: 1, username: 'zhang.san', role: 'super_reader' } as never })
})

afterEach(() => {
  cleanup()
  expect(errors.mock.calls).toEqual([])
  errors.mockClear()
  expect(api.unknown).toEqual([])
})

describe('dashboard', () => {
  it('shows six numbers, each a link to the list of exactly those records', async () => {
    await renderPage(<DashboardPage />)
    const list = within(await screen.findByRole('list', { name: 'Numbers' }))
    const links = await list.findAllByRole('link')
    expect(links.map(link => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')])).toEqual([
      ['Organisations1,734', '/og?view=all'],
      ['Sanctioned organisations12', '/og?danger_level=受制裁'],
      ['Persons60', '/person?is_focus=any'],
      ['Focus persons15', '/person?is_focus=true'],
      ['Events, next 7 days8', '/event?from=2026-11-21&to=2026-11-27&sort=start_time'],
      ['Events, last 7 days7', '/event?from=2026-11-14&to=2026-11-20&sort=-start_time'],
    ])
    expect((await screen.findByRole('link', { name: 'France' })).getAttribute('href')).toBe('/og?region=FR')
  })

  it('shows the name of an organisation in the reader’s language if it has one', async () => {
    const og = { ...fakeOg({ id: 7, name: '中国石油', eng_name: 'PetroChina', weight: 3 }), focus_count: 2 }
    api.on(mostFocusOg, () => ({ items: [og] }))
    await renderPage(<DashboardPage />)
    await screen.findByRole('link', { name: 'PetroChina' })
    expect(screen.queryByText('中国石油')).toBeNull()
  })

  it('a panel that fails shows an error and can be retried, while the others are shown', async () => {
    let fails = true
    api.on(mostFocusOg, () => {
      if (fails) throw new FakeFailure('internal')
      return { items: [] }
    })
    await renderPage(<DashboardPage />)
    const panel = within(await screen.findByRole('region', { name: 'Most followed' }))
    await panel.findByRole('alert')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    await screen.findByRole('region', { name: 'Danger levels' })
    fails = false
    fireEvent.click(panel.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Most followed' })).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows its panels together, so that none moves when the next reply arrives', async () => {
    const { promise, resolve } = Promise.withResolvers<{ items: [] }>()
    api.on(recentUpdateOg, () => promise)
    await renderPage(<DashboardPage />)
    await screen.findByRole('list', { name: 'Numbers' })
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(screen.queryByRole('region', { name: 'Danger levels' })).toBeNull()
    resolve({ items: [] })
    await screen.findByRole('region', { name: 'Danger levels' })
  })

  it('draws no panel without content, and no danger level that no one assigned', async () => {
    api.on(regionCountOg, () => ({
      items: [{ region: null, count: 9 }],
      danger_levels: [{ danger_level: '待定' as const, count: 9 }],
      total: 9,
    }))
    await renderPage(<DashboardPage />)
    await screen.findByText('All done')
    await waitFor(() =>
      expect(screen.getAllByRole('region').map(each => each.getAttribute('aria-label'))).toEqual(['Morning brief']),
    )
  })

  it('shows hits by day to users who can read the words, as a chart and as a table, and sends no request for other roles', async () => {
    const day = (name: string, hits: number, fresh: number) =>
      ({ id: null, name, og_id: null, level: null, hits, new_hits: fresh, pages: hits }) as const
    api.on(listWordHits, () => ({
      items: [day('2026-11-21', 4, 1), day('2026-11-20', 0, 0), day('2026-11-19', 2, 0), day('2026-11-18', 1, 0)],
      total: 30,
    }))
    await renderPage(<DashboardPage />)
    await screen.findByRole('region', { name: 'Danger levels' })
    expect(screen.queryByRole('region', { name: 'Sensitive-word hits by day' })).toBeNull()
    expect(api.requests(listWordHits)).toEqual([])
    for (const [role, href] of [
      ['super_editor', '/admin/words?hits=page'],
      ['admin', '/admin/pages?has_hits=true'],
    ] as const) {
      cleanup()
      useSession.setState({ user: { id: 1, username: 'zhang.san', role } as never })
      await renderPage(<DashboardPage />)
      const table = within(await screen.findByRole('table', { name: 'Sensitive-word hits by day' }))
      expect(table.getAllByRole('row').map(row => row.textContent)).toEqual([
        'DayHitsNewPages',
        '2026-11-21414',
        '2026-11-19202',
        '2026-11-18101',
      ])
      expect(table.getByRole('link', { name: '2026-11-21' }).getAttribute('href')).toBe(href)
      const bars = [...document.querySelectorAll('li[title^="2026-"] a')]
      expect(bars.map(bar => [bar.getAttribute('href'), bar.getAttribute('tabindex')])).toEqual([
        [href, '-1'],
        [href, '-1'],
        [href, '-1'],
      ])
      expect(document.querySelector('li[title^="2026-11-21"]')?.getAttribute('title')).toBe(
        '2026-11-21: 4 hits, 1 of them new, on 4 pages',
      )
    }
    expect(api.requests(listWordHits)[0]?.query).toMatchObject({ by: 'day', days: '30', pageSize: '30' })
  })

  it('lists hits of one or two days without a chart', async () => {
    const day = { id: null, name: '2026-11-21', og_id: null, level: null, hits: 4, new_hits: 1, pages: 4 } as const
    api.on(listWordHits, () => ({ items: [day], total: 1 }))
    useSession.setState({ user: { id: 1, username: 'zhang.san', role: 'admin' } as never })
    await renderPage(<DashboardPage />)
    await screen.findByRole('table', { name: 'Sensitive-word hits by day' })
    expect(document.querySelector('li[title^="2026-"]')).toBeNull()
  })

  it('reports that no word is searched for, and draws no empty chart without hits', async () => {
    useSession.setState({ user: { id: 1, username: 'admin', role: 'admin' } as never })
    await renderPage(<DashboardPage />)
    await screen.findByText('All done')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Sensitive-word hits by day' })).toBeNull())
    expect(screen.queryByText(/No sensitive words are turned on/)).toBeNull()
    cleanup()
    api.on(getRescan, () => ({ version: 0, words: 0, done: 0, total: 0, is_running: false }))
    queryClient.clear()
    await renderPage(<DashboardPage />)
    const line = within(await screen.findByText(/No sensitive words are turned on/))
    expect(line.getByRole('link', { name: 'Set up the words' }).getAttribute('href')).toBe('/admin/words')
    expect(screen.queryByRole('region', { name: 'Sensitive-word hits by day' })).toBeNull()
  })

  it('an empty installation shows what to do first', async () => {
    useSession.setState({ user: { id: 1, username: 'admin', role: 'admin' } as never })
    api.on(dashboardNumbers, () => ({ ...numbers, ogs: 0, persons: 0 }))
    api.on(firstSteps, () => ({ open: ['record' as const, 'site' as const, 'list' as const] }))
    await renderPage(<DashboardPage />)
    const steps = within(await screen.findByRole('region', { name: 'The first ten minutes' }))
    expect(steps.getAllByRole('heading', { level: 3 }).map(each => each.textContent)).toEqual([
      '1Put records in',
      '2Watch one site',
      '3Load one list',
    ])
    expect(screen.queryByRole('region', { name: 'Morning brief' })).toBeNull()
  })

  it('shows the steps that are left above the day’s work, until they are hidden', async () => {
    useSession.setState({ user: { id: 2, username: 'admin', role: 'admin' } as never })
    api.on(firstSteps, () => ({ open: ['list' as const] }))
    await renderPage(<DashboardPage />)
    const steps = within(await screen.findByRole('region', { name: '1 first step left' }))
    expect(steps.getAllByRole('listitem')).toHaveLength(1)
    steps.getByRole('button', { name: 'Load the example list' })
    fireEvent.click(steps.getByRole('button', { name: 'Do not show again' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load the example list' })).toBeNull())
    expect(useSetting.getState().first_steps).toBe(false)
    changeSetting({ first_steps: true })
  })

  it('does not request the steps again once all are done', async () => {
    useSession.setState({ user: { id: 3, username: 'admin', role: 'admin' } as never })
    api.on(firstSteps, () => ({ open: [] }))
    await renderPage(<DashboardPage />)
    await waitFor(() => expect(api.requests(firstSteps)).toHaveLength(1))
    await waitFor(() => expect(localStorage.getItem('first_steps_done')).toBe('3'))
    cleanup()
    await renderPage(<DashboardPage />)
    await screen.findByRole('region', { name: 'Regions' })
    expect(api.requests(firstSteps)).toHaveLength(1)
  })
})
