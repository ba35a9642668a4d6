import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Claim, type FactSupport, listClaims, listFacts, stateClaims } from '#contract/claim.api.ts'
import { getOg } from '#contract/og.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import ClaimMark from './claim-mark.tsx'

const at = '2026-11-21T07:00:00.000Z'
const claim = (values: Partial<Claim>): Claim => ({
  id: 1,
  field: 'scale',
  value: '500',
  is_shown: true,
  source: { id: 3, name: '登记册', kind: 'register', reliability: 'A' },
  origin: 3,
  credibility: null,
  evidence: [],
  first_seen_at: at,
  last_seen_at: at,
  stated_by: 1,
  withdrawn_at: null,
  ...values,
})

const fact = (state: FactSupport['state'], origins: number): FactSupport => ({ field: 'scale', state, origins })

let api: FakeApi
afterEach(cleanup)
beforeEach(() => {
  setLocale('en-US')
  setUser({ id: 1, username: 'u', name: '', role: 'editor', status: 'active' } as unknown as Parameters<
    typeof setUser
  >[0])
  api = fakeApi()
  api.on(getOg, () => ({ id: 7, rev: 1, scale: '500', can: ['update'] }) as never)
})

it('shows how many origins a fact has, and lists them with one press', async () => {
  const quote = { type: 'address', url: 'https://register.example/7', quote: 'about 500 people' } as const
  const items = [
    claim({ evidence: [quote] }),
    claim({ id: 2, source: null, origin: 9, evidence: [{ type: 'withheld' }] }),
  ]
  api.on(listFacts, () => ({ facts: [fact('supported', 2)] }))
  api.on(listClaims, () => ({ items, facts: [fact('supported', 2)], choices: [] }))
  await renderPage(<ClaimMark noun="og" id={7} field="scale" />)
  fireEvent.click(await screen.findByRole('button', { name: 'Scale: 2 origins' }))
  expect(await screen.findByText('about 500 people')).toBeTruthy()
  expect(screen.getByRole('link', { name: '登记册' })).toBeTruthy()
  expect(screen.getByText('A source you cannot see')).toBeTruthy()
  expect(screen.getByText('Evidence you cannot see')).toBeTruthy()
})

it('marks that sources differ, and shows the other value at a press', async () => {
  const items = [claim({}), claim({ id: 2, value: '900', is_shown: false, origin: 4 })]
  api.on(listFacts, () => ({ facts: [fact('disputed', 1)] }))
  api.on(listClaims, () => ({ items, facts: [fact('disputed', 1)], choices: [] }))
  api.on(stateClaims, () => ({ stated: 1 }))
  await renderPage(<ClaimMark noun="og" id={7} field="scale" />)
  fireEvent.click(await screen.findByRole('button', { name: 'Scale: sources differ' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Use this value' }))
  await waitFor(() => expect(api.requests(stateClaims)).toHaveLength(1))
  expect(api.requests(stateClaims)[0]?.body).toMatchObject({
    noun: 'og',
    record_id: 7,
    values: { scale: '900' },
    is_shown: true,
    said: { source_id: 3 },
  })
})

it('is absent if no source is named and the user cannot name one', async () => {
  setUser({ id: 1, username: 'u', name: '', role: 'reader', status: 'active' } as unknown as Parameters<
    typeof setUser
  >[0])
  api.on(listFacts, () => ({ facts: [] }))
  await renderPage(<ClaimMark noun="og" id={7} field="scale" />)
  await waitFor(() => expect(api.requests(listFacts)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /Scale/ })).toBeNull()
})

it('never offers an item of a list as a replacement of the list', async () => {
  const items = [claim({ field: 'aliases', value: 'Old name', is_shown: false })]
  api.on(listFacts, () => ({ facts: [{ ...fact('supported', 0), field: 'aliases' }] }))
  api.on(listClaims, () => ({ items, facts: [{ ...fact('supported', 0), field: 'aliases' }], choices: [] }))
  await renderPage(<ClaimMark noun="og" id={7} field="aliases" />)
  fireEvent.click(await screen.findByRole('button', { name: /Aliases/ }))
  expect(await screen.findByText('登记册')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use this value' })).toBeNull()
})
