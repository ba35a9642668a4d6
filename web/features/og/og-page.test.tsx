import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listDuplicates, listMerges } from '#contract/duplicate.api.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { deleteOg, getOg, listOgHistory, restoreOg, restoreOgValue, updateOg } from '#contract/og.api.ts'
import { listOgCates } from '#contract/og_cate.api.ts'
import { ogOverview } from '#contract/overview.api.ts'
import { getSite, type Site, siteDefaults } from '#contract/site.api.ts'
import { type User, visibleUsers } from '#contract/user.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useNotices } from '#web/platform/notice.ts'
import { PageProvider, usePage } from '#web/platform/page.tsx'
import { useSession } from '#web/platform/session.ts'
import '#web/routes.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { fakeOg } from './fake-og.ts'
import OgPage from './og-page.tsx'

const at = '2026-11-21T06:05:00.000Z'

const og = fakeOg({
  id: 3,
  rev: 2,
  created_at: at,
  updated_at: at,
  can: ['update', 'delete', 'restore'],
  name: 'Alpha Institute',
  aliases: ['AI', 'Alpha'],
  desc: 'What it does.',
  category_id: 5,
  host: 'www.alpha.example',
  entrances: ['https://www.alpha.example/'],
  twitter: 'javascript:alert(1)',
  register_time: '1958-10',
  weight: 40,
  region: 'FR',
  danger_level: '一类',
})

const entry: HistoryEntry = {
  id: 11,
  rev: 2,
  act: 'update',
  at,
  user_id: 1,
  username: 'zhang.san',
  req_id: 'abcdefghijklmnop',
  changes: [
    { field: 'name', from: 'Old name', to: 'Alpha Institute' },
    { field: 'aliases', from: ['AI', 'gone'], to: ['AI', 'Alpha'] },
  ],
}

const site: Site = {
  og_id: 3,
  rev: 1,
  ...siteDefaults,
  next_at: null,
  hosts: ['www.alpha.example'],
  round: null,
  pages: { active: 0, gone: 0, forbidden: 0, error: 0, feeds: 0 },
  can: ['update', 'fetch'],
}

const user = { id: 1, username: 'zhang.san', name: 'Zhang San', role: 'editor' } as User

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  setLocale('en-US')
  useSession.setState({ user })
  useNotices.setState([], true)
  api = fakeApi()
  api.on(getOg, () => og)
  api.on(getSite, () => site)
  api.on(listOgHistory, () => ({ items: [entry], total: 1, current: 1, pageSize: 20 }))
  api.on(listDuplicates, () => ({ items: [], total: 0, current: 1, pageSize: 1 }))
  api.on(listMerges, () => ({ items: [], total: 0, current: 1, pageSize: 20 }))
  api.on(visibleUsers, () => [{ id: 1, username: 'zhang.san', name: 'Zhang San', avatar: null }])
  api.on(listOgCates, () => ({
    items: [{ id: 5, rev: 1, owner: 1, created_at: at, updated_at: at, can: [], name: 'Think tanks', og_count: 1 }],
    total: 1,
    current: 1,
    pageSize: 100,
  }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

function At({ id }: { id: string }) {
  const page = usePage()
  return (
    <PageProvider value={{ ...page, key: `/og/${id}`, name: 'og_detail', params: { id } }}>
      <OgPage />
    </PageProvider>
  )
}

const show = (search = '', id = '3') => renderPage(<At id={id} />, `/og/${id}${search}`)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => act(async () => void fireEvent.click(button(name)))

describe('the page of an organisation', () => {
  it('requests the overview together with the organisation, not after it', async () => {
    const answer = Promise.withResolvers<typeof og>()
    api.on(getOg, () => answer.promise)
    await show()
    expect(api.requests(ogOverview)).toHaveLength(1)
    await act(async () => answer.resolve(og))
    expect(await screen.findByRole('heading', { name: 'Alpha Institute' })).toBeTruthy()
    expect(api.requests(ogOverview)).toHaveLength(1)
  })

  it('shows the known facts, and no link for an invalid address', async () => {
    await show()
    expect(await screen.findByRole('heading', { name: 'Alpha Institute' })).toBeTruthy()
    const facts = within(screen.getByRole('complementary', { name: 'Facts' }))
    expect(await facts.findByText('Think tanks')).toBeTruthy()
    expect(facts.getByText('1958-10')).toBeTruthy()
    expect(facts.getByText('www.alpha.example').getAttribute('href')).toBe('http://www.alpha.example')
    expect(facts.getByText('javascript:alert(1)').closest('a')).toBeNull()
    expect(facts.queryByText('Scale')).toBeNull()
    expect(await screen.findByText('Everyone who can see such records can see it.')).toBeTruthy()
  })

  it('keeps the tab in the address and opens with it', async () => {
    const { search } = await show('?tab=history')
    const tab = await screen.findByRole('tab', { name: 'History' })
    expect(tab.getAttribute('aria-selected')).toBe('true')
    await act(async () => void fireEvent.click(screen.getByRole('tab', { name: 'Overview' })))
    expect(search()).toEqual({})
  })

  it('reports that it was not found if it is deleted, unreadable, or the id is no number', async () => {
    api.on(getOg, () => {
      throw new FakeFailure('not_found')
    })
    await show()
    expect(await screen.findByText('Organisation not found')).toBeTruthy()
    cleanup()
    await show('', 'abc')
    expect(await screen.findByText('Organisation not found')).toBeTruthy()
    expect(api.requests(getOg)).toHaveLength(1)
  })

  it('can be retried after a failure', async () => {
    let isDown = true
    api.on(getOg, () => {
      if (isDown) throw new FakeFailure('internal')
      return og
    })
    await show()
    await screen.findByText('The organisation failed to load')
    isDown = false
    await press('Try again')
    expect(await screen.findByRole('heading', { name: 'Alpha Institute' })).toBeTruthy()
  })

  it('offers no action that the user cannot perform', async () => {
    api.on(getOg, () => ({ ...og, can: [] }))
    await show('?tab=history')
    await screen.findByText('Old name')
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    expect(screen.queryByText('Restore old value')).toBeNull()
    await press('More actions')
    expect(await screen.findByText('Copy link')).toBeTruthy()
    expect(screen.queryByText('Delete')).toBeNull()
  })
})

describe('its history', () => {
  it('shows user, time and request, and for lists only additions and removals', async () => {
    await show('?tab=history')
    expect(await screen.findByText('Old name')).toBeTruthy()
    expect(screen.getByText('zhang.san')).toBeTruthy()
    expect(screen.getByText('abcdefghijklmnop')).toBeTruthy()
    expect(screen.getByText('gone')).toBeTruthy()
    expect(screen.queryByText('AI, gone')).toBeNull()
  })

  it('restores one value on the revision that was seen, after a confirmation', async () => {
    api.on(restoreOgValue, () => ({ ...og, rev: 3, name: 'Old name' }))
    await show('?tab=history')
    await screen.findByText('Old name')
    await press('Restore “Name” to its value before this change')
    expect(api.requests(restoreOgValue)).toHaveLength(0)
    api.on(getOg, () => ({ ...og, rev: 3, name: 'Old name' }))
    await press('Restore')
    await waitFor(() => expect(api.requests(restoreOgValue)).toHaveLength(1))
    expect(api.requests(restoreOgValue)[0]).toMatchObject({
      params: { id: '3', history_id: '11' },
      body: { field: 'name', rev: 2 },
    })
    expect(await screen.findByRole('heading', { name: 'Old name' })).toBeTruthy()
  })
})

describe('its acts', () => {
  it('deletes at once and restores on undo', async () => {
    api.on(deleteOg, () => null)
    api.on(restoreOg, () => og)
    const { history } = await show()
    await screen.findByRole('heading', { name: 'Alpha Institute' })
    await press('More actions')
    const deleteAct = await screen.findByText('Delete')
    await act(async () => void fireEvent.click(deleteAct))
    await waitFor(() => expect(api.requests(deleteOg)).toHaveLength(1))
    await waitFor(() => expect(history.location.pathname).toBe('/og'))
    const undoAct = await screen.findByText('Undo')
    await act(async () => void fireEvent.click(undoAct))
    await waitFor(() => expect(history.location.pathname).toBe('/og/3'))
    expect(api.requests(restoreOg)[0]?.params).toEqual({ id: '3' })
  })

  it('edits in a drawer and sends only what changed', async () => {
    api.on(updateOg, () => ({ ...og, rev: 3, scale: '50 people' }))
    await show()
    await screen.findByRole('heading', { name: 'Alpha Institute' })
    await press('Edit')
    const scale = await screen.findByLabelText('Scale', {}, { timeout: 15_000 })
    fireEvent.change(scale, { target: { value: '50 people' } })
    await press('Save')
    await waitFor(() => expect(api.requests(updateOg)).toHaveLength(1))
    expect(api.requests(updateOg)[0]?.body).toEqual({ id: 3, rev: 2, scale: '50 people' })
  }, 30_000)
})
