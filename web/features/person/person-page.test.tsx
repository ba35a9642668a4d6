import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listDuplicates, listMerges } from '#contract/duplicate.api.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { listOgs } from '#contract/og.api.ts'
import { personOverview } from '#contract/overview.api.ts'
import {
  deletePerson,
  getPerson,
  listPersonHistory,
  listPersons,
  type Person,
  restorePerson,
  restorePersonValue,
} from '#contract/person.api.ts'
import { type User, visibleUsers } from '#contract/user.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useNotices } from '#web/platform/notice.ts'
import { PageProvider, usePage } from '#web/platform/page.tsx'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { fakePerson } from './fake-person.ts'
import PersonPage from './person-page.tsx'

const person: Person = fakePerson({
  id: 4,
  rev: 2,
  name: 'Zhang San',
  is_focus: true,
  wiki: 'Zhang San',
  twitter: 'javascript:alert(1)',
  website: 'javascript:alert(2)',
  mail: 'zhang@example.org',
  phone_number: '+86 (10) 1234-5678',
  og_names: ['Eastern Oil'],
  ogs: [3],
  memberships: [
    {
      id: 7,
      og_id: 3,
      og_name: 'Harbour',
      role: 'Chair',
      start_time: '2001',
      end_time: null,
      area: null,
      term: null,
      on_behalf_of: null,
    },
  ],
  education: [{ school: 'Tsinghua', degree: 'MSc', from: '1977', to: '1982' }],
})

const entry: HistoryEntry = {
  id: 11,
  rev: 2,
  act: 'update',
  at: '2026-11-20T00:00:00.000Z',
  user_id: 1,
  username: 'zhang.san',
  req_id: 'abcdefghijklmnop',
  changes: [
    {
      field: 'memberships',
      from: [{ role: 'Adviser', og_id: 3, end_time: null, start_time: '1999' }],
      to: [{ role: 'Chair', og_id: 3, end_time: null, start_time: '2001' }],
    },
    {
      field: 'relations',
      from: [],
      to: [{ person_id: 5, type: 'parent', desc: null, start_time: null, end_time: null }],
    },
  ],
}

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  setLocale('en-US')
  useSession.setState({ user: { id: 1, username: 'zhang.san', name: 'Zhang San', role: 'editor' } as User })
  useNotices.setState([], true)
  api = fakeApi()
  api.on(getPerson, () => person)
  api.on(listPersonHistory, () => ({ items: [entry], total: 1, current: 1, pageSize: 20 }))
  api.on(listDuplicates, () => ({ items: [], total: 0, current: 1, pageSize: 1 }))
  api.on(listMerges, () => ({ items: [], total: 0, current: 1, pageSize: 20 }))
  api.on(visibleUsers, () => [])
  api.on(listOgs, () => {
    const items = [{ id: 3, name: 'Harbour', eng_name: null, aliases: [], host: null }] as never[]
    return { items, total: 1, current: 1, pageSize: 100 }
  })
  api.on(listPersons, () => {
    return { items: [fakePerson({ id: 5, name: 'Li Si' })], total: 1, current: 1, pageSize: 100 }
  })
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
    <PageProvider value={{ ...page, key: `/person/${id}`, name: 'person_detail', params: { id } }}>
      <PersonPage />
    </PageProvider>
  )
}

const show = (search = '', id = '4') => renderPage(<At id={id} />, `/person/${id}${search}`)
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

describe('the page of a person', () => {
  it('links addresses and phone numbers, and leaves other text as text', async () => {
    await show()
    expect(await screen.findByRole('heading', { name: 'Zhang San' })).toBeTruthy()
    const facts = within(screen.getByRole('complementary', { name: 'Facts' }))
    const hrefOf = (text: string) => facts.getByText(text).closest('a')?.getAttribute('href') ?? null
    expect(hrefOf('Zhang San')).toBe('https://en.wikipedia.org/wiki/Zhang_San')
    expect(hrefOf('zhang@example.org')).toBe('mailto:zhang@example.org')
    expect(hrefOf('+86 (10) 1234-5678')).toBe('tel:+861012345678')
    expect(hrefOf('javascript:alert(1)')).toBeNull()
    expect(hrefOf('javascript:alert(2)')).toBeNull()
  })

  it('shows organisations with role and dates, and unlinked ones separately', async () => {
    await show()
    const link = await screen.findByRole('link', { name: 'Harbour' })
    expect(link.getAttribute('href')).toBe('/og/3')
    expect(screen.getByText('2001 –')).toBeTruthy()
    expect(screen.getByText('Eastern Oil').closest('li')?.title).toBe('Eastern Oil\nNot in the system yet')
    expect(screen.getByText('Dashed: 1 organisation is not in the system yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Link them' })).toBeTruthy()
    expect(screen.getByText('1977 – 1982')).toBeTruthy()
  })

  it('reports that it was not found if it is deleted, unreadable, or the id is no number', async () => {
    api.on(getPerson, () => {
      throw new FakeFailure('not_found')
    })
    await show()
    expect(await screen.findByText('Person not found')).toBeTruthy()
    cleanup()
    await show('', 'abc')
    expect(await screen.findByText('Person not found')).toBeTruthy()
    expect(api.requests(getPerson)).toHaveLength(1)
  })

  it('shows the facts if the overview and the history fail', async () => {
    for (const part of [personOverview, listPersonHistory])
      api.on(part, () => {
        throw new FakeFailure('internal')
      })
    await show('?tab=history')
    expect(await screen.findByText('The history failed to load.')).toBeTruthy()
    await act(async () => void fireEvent.click(screen.getByRole('tab', { name: 'Overview' })))
    expect(await screen.findByText(/^Persons, events and related content failed to load/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Harbour' })).toBeTruthy()
  })

  it('requests no history before its tab is opened', async () => {
    await show()
    await screen.findByRole('link', { name: 'Harbour' })
    expect(api.requests(listPersonHistory)).toHaveLength(0)
  })

  it('deletes at once and restores on undo', async () => {
    api.on(deletePerson, () => null)
    api.on(restorePerson, () => person)
    const { history } = await show()
    await screen.findByRole('heading', { name: 'Zhang San' })
    await press('More actions')
    const deleteAct = await screen.findByText('Delete')
    await act(async () => void fireEvent.click(deleteAct))
    await waitFor(() => expect(history.location.pathname).toBe('/person'))
    const undoAct = await screen.findByText('Undo')
    await act(async () => void fireEvent.click(undoAct))
    await waitFor(() => expect(history.location.pathname).toBe('/person/4'))
    expect(api.requests(restorePerson)[0]?.params).toEqual({ id: '4' })
  })
})

describe('the history of a person', () => {
  it('describes added and removed links in words', async () => {
    await show('?tab=history')
    expect(await screen.findByText('Harbour · Adviser · 1999 –')).toBeTruthy()
    expect(screen.getByText('Harbour · Chair · 2001 –')).toBeTruthy()
    expect(await screen.findByText('is a child of Li Si')).toBeTruthy()
  })

  it('restores former memberships on the revision that was seen', async () => {
    api.on(restorePersonValue, () => ({ ...person, rev: 3 }))
    await show('?tab=history')
    await screen.findByText('Harbour · Adviser · 1999 –')
    await press('Restore “Organisations” to its value before this change')
    await press('Restore')
    await waitFor(() => expect(api.requests(restorePersonValue)).toHaveLength(1))
    expect(api.requests(restorePersonValue)[0]).toMatchObject({
      params: { id: '4', history_id: '11' },
      body: { field: 'memberships', rev: 2 },
    })
  })
})
