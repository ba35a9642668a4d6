import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Overview, ogOverview, personOverview, visitOg } from '#contract/overview.api.ts'
import { listStandings, type SanctionStatus } from '#contract/standing.api.ts'
import type { User } from '#contract/user.api.ts'
import { fakeNamed } from '#web/features/mention/fake-named.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useSession } from '#web/platform/session.ts'
import '#web/routes.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { fakeOverview } from '#web/testing/fake-overview.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import OverviewParts from './overview-parts.tsx'

const since = '2026-11-20T08:00:00.000Z'
const longName = '国际海洋资源开发与环境保护联合会'.repeat(13).slice(0, 200)

const full: Overview = fakeOverview({
  counts: { persons: 3_000, diffs: 9, events: 2, history: 4 },
  since,
  changes: 3,
  persons: [
    {
      id: 1,
      person_id: 7,
      person_name: longName,
      person_icon: null,
      person_position: 'Minister',
      is_focus: true,
      og_id: 3,
      og_name: 'Harbour',
      og_icon: null,
      role: null,
      start_time: null,
      end_time: null,
      area: null,
      term: null,
      on_behalf_of: null,
      can: [],
    },
  ],
  links: [{ noun: 'og', id: 4, name: 'سارة', icon: null, types: [], persons: 1, events: 2 }],
  events: [
    {
      id: 5,
      title: 'Known',
      level: 3,
      status: 'confirmed',
      start_time: '2026-11-01',
      start_at: '2026-11-01T00:00:00.000Z',
      created_at: since,
    },
    {
      id: 6,
      title: 'Came since',
      level: 5,
      status: 'confirmed',
      start_time: '2026-11-02',
      start_at: '2026-11-02T00:00:00.000Z',
      created_at: '2026-11-20T08:00:00.001Z',
    },
  ],
  diffs: [
    {
      id: 8,
      page: { id: 9, url: 'https://h.example/', title: null },
      kind: 'changed',
      score: 86,
      excerpt: 'Board dismissed',
      words: ['militia'],
      cluster_size: 14,
      created_at: since,
    },
  ],
})

let api: FakeApi

beforeEach(() => {
  setLocale('en-US')
  useSession.setState({ user: { id: 1, username: 'li.si', name: 'Li Si', role: 'editor' } as User })
  api = fakeApi()
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(api.unknown).toEqual([])
})

const show = (noun: 'og' | 'person' = 'og') => renderPage(<OverviewParts noun={noun} id={3} />, `/${noun}/3`)
const section = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('section') as HTMLElement)
}

describe('the overview of a record', () => {
  it('links a mention in an upload to its first occurrence, and leads to all mentions', async () => {
    const named = fakeNamed({ noun: 'og', id: 3, name: 'Harbour' })
    const upload = { id: 5, title: 'Minutes of the board', file_name: 'minutes.pdf' }
    const excerpt = { text: 'Harbour met', start: 0, end: 7 }
    const mention = {
      kind: 'upload' as const,
      upload,
      part: 2,
      created_at: since,
      count: 1,
      name: 'Harbour',
      named,
      excerpt,
    }
    api.on(ogOverview, () => fakeOverview({ counts: { mentions: 4 }, mentions: [mention] }))
    await show()
    const mentions = await section('Latest mentions')
    expect(mentions.getByText('Harbour').tagName).toBe('MARK')
    const link = mentions.getByRole('link', { name: 'Minutes of the board' })
    expect(link.getAttribute('href')).toBe('/upload?id=5&part=2&mark=og-3')
    expect(mentions.getByRole('link', { name: 'See all 4' }).getAttribute('href')).toBe('/og/3?tab=mentions')
  })

  it('shows people with roles, links with reasons, changes with their words, and links to all of them', async () => {
    // Only administrators get unread changes.
    useSession.setState({ user: { id: 1, username: 'li.si', name: 'Li Si', role: 'admin' } as User })
    api.on(ogOverview, () => full)
    await show()
    const persons = await section('Persons')
    expect(persons.getByRole('link', { name: longName }).getAttribute('href')).toBe('/person/7')
    expect(persons.getByText('Minister')).toBeTruthy()
    expect(persons.getByRole('link', { name: 'See all 3,000' }).getAttribute('href')).toBe('/og/3?tab=persons')
    expect(
      (await section('Organisations with common persons or events')).getByText(
        '1 person in common · 2 events in common',
      ),
    ).toBeTruthy()
    const waiting = await section('Page changes to review')
    expect(waiting.getByText('militia')).toBeTruthy()
    expect(waiting.getByText('14 pages with the same change')).toBeTruthy()
    expect(waiting.getByRole('link', { name: 'https://h.example/' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Reports' })).toBeNull()
  })

  it('shows stated links with the role of the other end, its share and its years', async () => {
    const end = (id: number, name: string) => ({ noun: 'og' as const, id, name, icon: null, danger_level: null })
    const link = { share_min: null, share_max: null, is_beneficial: false, desc: null, support: null, can: [] }
    const stated: Overview['stated'] = [
      {
        ...link,
        id: 1,
        type: 'owns',
        from: end(8, 'Fund'),
        og: end(3, 'Harbour'),
        share_min: 5.8,
        share_max: 6.1,
        start_time: '2019-03',
        end_time: null,
      },
      {
        ...link,
        id: 2,
        type: 'supplies',
        from: end(3, 'Harbour'),
        og: end(9, 'Airline'),
        start_time: null,
        end_time: null,
      },
    ]
    api.on(ogOverview, () => fakeOverview({ counts: { stated: 12 }, stated }))
    await show()
    const links = await section('Ownership and links')
    expect(links.getByText('owner · 5.8–6.1% · 2019–')).toBeTruthy()
    expect(links.getByText('customer')).toBeTruthy()
    expect(links.getByRole('link', { name: 'Airline' }).getAttribute('href')).toBe('/og/9')
    expect(links.getByRole('link', { name: 'See all 12' }).getAttribute('href')).toBe('/og/3?tab=ownership')
  })

  it('marks members and linked parties that are on a list, or have hits to decide', async () => {
    api.on(ogOverview, () => full)
    const on = { screening_id: 1, id: 1, name: 'UN', kind: 'sanctions', level: 'sanctioned', lapse: null } as const
    const items: SanctionStatus[] = [
      { noun: 'person', id: 7, level: 'sanctioned', lists: [on], open: 0 },
      { noun: 'og', id: 4, level: null, lists: [], open: 2 },
    ]
    api.on(listStandings, () => ({ items }))
    await show()
    expect(await (await section('Persons')).findByRole('img', { name: 'Sanctions list: UN' })).toBeTruthy()
    expect(
      await (await section('Organisations with common persons or events')).findByRole('img', {
        name: '2 hits to decide',
      }),
    ).toBeTruthy()
  })

  it('marks items since the last visit, and stores this visit', async () => {
    api.on(ogOverview, () => full)
    await show()
    const events = await section('Events')
    const rows = events.getAllByRole('listitem').map(row => row.textContent)
    expect(rows[0]).toMatch(/^New:.*Came since$/)
    expect(rows[1]).not.toContain('New:')
    expect(api.requests(visitOg)).toHaveLength(1)
  })

  it('invites editors to add a person if there are none', async () => {
    await show()
    expect(await screen.findByRole('link', { name: 'Add a person' })).toBeTruthy()
    cleanup()
    useSession.setState({ user: { id: 2, username: 'reader', name: 'Reader', role: 'reader' } as User })
    const before = api.requests(visitOg).length
    await show()
    await waitFor(() => expect(api.requests(visitOg)).toHaveLength(before + 1))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('stores no visit for data that was not shown', async () => {
    api.on(personOverview, () => {
      throw new FakeFailure('internal')
    })
    await show('person')
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(api.requests(visitOg)).toHaveLength(0)
  })
})
