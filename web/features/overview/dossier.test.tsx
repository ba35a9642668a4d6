import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listClaims } from '#contract/claim.api.ts'
import { getOg } from '#contract/og.api.ts'
import { listOgCates } from '#contract/og_cate.api.ts'
import { type Overview, ogOverview, personOverview } from '#contract/overview.api.ts'
import { getPerson } from '#contract/person.api.ts'
import { listStandings } from '#contract/standing.api.ts'
import type { User } from '#contract/user.api.ts'
import { fakeOg } from '#web/features/og/fake-og.ts'
import { fakePerson } from '#web/features/person/fake-person.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useSession } from '#web/platform/session.ts'
import '#web/routes.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { fakeOverview } from '#web/testing/fake-overview.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import Dossier from './dossier.tsx'

const since = '2026-11-20T08:00:00.000Z'
const owner = { noun: 'og' as const, id: 9, name: 'BlackRock', icon: null, danger_level: '待定' as const }
const stated: Overview['stated'][number] = {
  id: 1,
  type: 'owns',
  from: owner,
  og: { ...owner, id: 3, name: 'Harbour' },
  share_min: 5.8,
  share_max: 6.1,
  is_beneficial: false,
  desc: null,
  start_time: null,
  end_time: null,
  support: null,
  can: [],
}
const watched = fakeOverview({
  since,
  changes: 3,
  counts: { diffs: 29 },
  added: { events: 1, diffs: 20, reports: 0, uploads: 0 },
  stated: [stated],
  reasons: {
    judged: [{ at: since, username: 'li.si', field: 'danger_level', from: '待定', to: '一类' }],
    events: [{ id: 6, title: 'Delivery stop', level: 5, start_time: '2026-12-02' }],
  },
  diffs: [
    {
      id: 1,
      page: { id: 1, url: 'https://h.example/', title: null },
      kind: 'changed',
      score: 80,
      excerpt: null,
      words: [],
      cluster_size: 1,
      created_at: '2026-11-21T08:00:00.000Z',
    },
  ],
})

let api: FakeApi

beforeEach(() => {
  setLocale('en-US')
  useSession.setState({ user: { id: 1, username: 'li.si', name: 'Li Si', role: 'editor' } as User })
  api = fakeApi()
  api.on(listOgCates, () => ({ items: [], total: 0, current: 1, pageSize: 100 }))
  api.on(listClaims, () => ({ items: [], facts: [], choices: [] }))
  api.on(listStandings, () => ({
    items: [{ noun: 'og' as const, id: 3, level: null, lists: [], open: 2 }],
  }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(api.unknown).toEqual([])
})

const lines = async (noun: 'og' | 'person' = 'og') => {
  await renderPage(<Dossier noun={noun} id={3} />, `/${noun}/3`)
  const summary = await screen.findByRole('region', { name: 'Summary' })
  return () => [...summary.querySelectorAll('p')].map(line => line.textContent)
}

it('states identity, reason and changes in three sentences, each from facts', async () => {
  api.on(getOg, () =>
    fakeOg({ id: 3, name: 'Harbour', legal_form: 'corporation', register_time: '1916', danger_level: '一类' }),
  )
  api.on(ogOverview, () => watched)
  const read = await lines()
  await vi.waitFor(() =>
    expect(read()).toEqual([
      'Corporation, founded 1916, BlackRock holds 5.8–6.1%.',
      'Rated “Class 1”, set by li.si on 2026-11-20, based on Delivery stop (2026-12-02), 2 screening hits to decide.',
      expect.stringMatching(/^Since your last visit on .*: 20\+ page changes, 1 event, 3 edits by others\.$/),
    ]),
  )
  expect(screen.getByRole('link', { name: 'holds 5.8–6.1%' }).getAttribute('href')).toBe('/og/3?tab=ownership')
  expect(screen.getByRole('button', { name: 'founded 1916' }).getAttribute('aria-haspopup')).toBe('dialog')
})

it('leaves out clauses without a fact, and sentences without clauses', async () => {
  api.on(listStandings, () => ({ items: [] }))
  api.on(getOg, () => fakeOg({ id: 3, name: 'Harbour' }))
  api.on(ogOverview, () => fakeOverview({ reasons: { ...watched.reasons, judged: [] } }))
  const read = await lines()
  await vi.waitFor(() => expect(api.requests(ogOverview)).toHaveLength(1))
  expect(read()).toEqual([])
})

it('names no former owner', async () => {
  api.on(listStandings, () => ({ items: [] }))
  api.on(getOg, () => fakeOg({ id: 3, name: 'Harbour', scale: '12' }))
  api.on(ogOverview, () => fakeOverview({ stated: [{ ...stated, end_time: '2020' }] }))
  const read = await lines()
  await vi.waitFor(() => expect(api.requests(ogOverview)).toHaveLength(1))
  expect(read()).toEqual(['Size 12.'])
})

it('describes a person', async () => {
  setLocale('zh-CN')
  api.on(listStandings, () => ({ items: [] }))
  api.on(getPerson, () => fakePerson({ id: 3, name: '沈北辰', position: '董事', is_focus: true, score: 70 }))
  api.on(personOverview, () => fakeOverview())
  await renderPage(<Dossier noun="person" id={3} />, '/person/3')
  const summary = await screen.findByRole('region', { name: '概述' })
  await vi.waitFor(() =>
    expect([...summary.querySelectorAll('p')].map(line => line.textContent)).toEqual(['董事。', '重点人物，评分 70。']),
  )
})
