import '#web/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Claim, listClaims, stateClaims } from '#contract/claim.api.ts'
import { getOg } from '#contract/og.api.ts'
import { listSources } from '#contract/source.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { pageOf, preparePage, signIn } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { ClaimCard } from './claim-card.tsx'

const at = '2026-11-20T08:00:00.000Z'
const aClaim = (id: number, over: Partial<Claim> = {}): Claim => ({
  ...{ id, field: 'scale', value: '500', is_shown: true, origin: 3, credibility: null, evidence: [], stated_by: 1 },
  ...{ source: { id: 3, name: '登记册', kind: 'register', reliability: 'A' }, first_seen_at: at, last_seen_at: at },
  ...{ withdrawn_at: null, ...over },
})

let claims: Claim[]
let can: string[]
const page = preparePage(api => {
  api.on(listClaims, () => ({ items: claims, facts: [], choices: [] }))
  api.on(getOg, () => ({ id: 7, rev: 2, scale: '500', can }) as never)
  api.on(listSources, () => pageOf([]))
  api.on(visibleUsers, () => [])
})
beforeEach(() => {
  claims = [aClaim(1)]
  can = ['update']
})

const show = () => renderPage(<ClaimCard of={{ noun: 'og', id: 7 }} field="scale" onAct={() => undefined} />)
const schema = async () => within(await screen.findByRole('region', { name: /来源/ }))

it('groups the statements by value, the displayed one first', async () => {
  const other = { id: 4, name: '年报', kind: 'document', reliability: 'C' } as const
  claims = [
    aClaim(2, { value: '900', is_shown: false, source: other }),
    aClaim(1),
    aClaim(3, { field: 'host', value: 'x' }),
  ]
  await show()
  const view = await schema()
  await view.findByText('900')
  expect(view.getAllByText(/^(500|900)$/).map(each => each.textContent)).toEqual(['500', '900'])
  expect(view.queryByText('x')).toBeNull()
})

it('uses another value as the statement of its source', async () => {
  claims = [aClaim(1), aClaim(2, { value: '900', is_shown: false })]
  page.api.on(stateClaims, () => ({ stated: 1 }))
  await show()
  fireEvent.click(await screen.findByRole('button', { name: /^采\s?用$/ }))
  await waitFor(() => expect(page.api.requests(stateClaims)).toHaveLength(1))
  expect(page.api.requests(stateClaims)[0]?.body).toEqual({
    ...{ noun: 'og', record_id: 7, values: { scale: '900' }, said: { source_id: 3 }, is_shown: true },
  })
})

it('offers no use of a value whose statements were all withdrawn, or whose source is hidden', async () => {
  claims = [
    aClaim(1),
    aClaim(2, { value: '900', is_shown: false, withdrawn_at: at }),
    aClaim(3, { value: '950', is_shown: false, source: null }),
  ]
  await show()
  await screen.findByText('950')
  expect(screen.queryByRole('button', { name: /^采\s?用$/ })).toBeNull()
  expect(screen.getByText('已撤回')).toBeTruthy()
})

it('shows a reader the statements without an action', async () => {
  signIn('reader')
  can = []
  claims = [aClaim(1), aClaim(2, { value: '900', is_shown: false })]
  await show()
  await screen.findByText('900')
  for (const name of [/^撤\s?回$/, /^采\s?用$/]) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('reports statements that failed to load', async () => {
  page.api.on(listClaims, () => {
    throw new FakeFailure('internal')
  })
  await show()
  await screen.findAllByRole('alert')
})
