import '#web/routes.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Claim, listClaims } from '#contract/claim.api.ts'
import { bulkFactCheck, type FactCheck, listFactChecks, listSourceClaims } from '#contract/fact_check.api.ts'
import { getOg } from '#contract/og.api.ts'
import { listSources } from '#contract/source.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { listViews } from '#contract/view.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { pageOf, preparePage } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import CheckPage from './check-page.tsx'
import SourceFacts, { SourceChecks } from './source-facts.tsx'

const at = '2026-11-20T08:00:00.000Z'
const aClaim = (id: number, over: Partial<Claim> = {}): Claim => ({
  ...{ id, field: 'scale', value: '500', is_shown: true, origin: 3, credibility: null, evidence: [], stated_by: 1 },
  ...{ source: { id: 3, name: '登记册', kind: 'register', reliability: 'A' }, first_seen_at: at, last_seen_at: at },
  ...{ withdrawn_at: null, ...over },
})
const aCheck = (id: number, over: Partial<FactCheck> = {}): FactCheck => ({
  ...{
    id,
    kind: 'unsupported',
    noun: 'og',
    record_id: id * 10,
    rev: 2,
    title: `组织 ${id}`,
    field: 'scale',
    value: '500',
  },
  ...{
    claims: [{ id: 1, value: '500', source: { id: 3, name: '登记册' }, withdrawn_at: at }],
    claim_count: 1,
    since: at,
  },
  ...{ settled_at: null, settled_by: null, note: null, can: ['update'] },
  ...over,
})

let checks: FactCheck[]
let claims: Claim[]
const page = preparePage(api => {
  api.on(listFactChecks, () => pageOf(checks))
  api.on(listClaims, () => ({ items: claims, facts: [], choices: [] }))
  api.on(getOg, () => ({ id: 10, rev: 2, scale: '500', can: checks[0]?.can }) as never)
  api.on(visibleUsers, () => [])
  api.on(listViews, () => ({ items: [] }))
  api.on(listSources, () => pageOf([]))
})
beforeEach(() => {
  checks = [aCheck(1)]
  claims = [aClaim(1, { withdrawn_at: at })]
})

const show = (search = '') => renderPage(<CheckPage />, `/admin/fact_check${search}`)
async function open(title = '组织 1') {
  const row = (await screen.findByText(title)).closest('[data-index]') as HTMLElement
  act(() => row.focus())
  fireEvent.keyDown(row, { key: 'Enter' })
  return within(await screen.findByRole('dialog'))
}

it('lists why each fact needs a check', async () => {
  checks = [
    aCheck(1),
    aCheck(2, {
      kind: 'disputed',
      claims: [{ id: 2, value: '900', source: null, withdrawn_at: null }],
      claim_count: 3,
    }),
    aCheck(3, { kind: 'over_owned', field: 'owners', value: 130, claims: [], claim_count: 0 }),
  ]
  await show()
  await screen.findByText(/来源已撤回/)
  screen.getByText(/等 3 条/)
  screen.getByText('您无权查看的来源')
  screen.getByText(/股东的最低持股合计 130%/)
})

it('states that nothing needs a check', async () => {
  checks = []
  await show()
  await screen.findByText('没有待核实的事实')
})

it('keeps a fact with a note, and closes', async () => {
  page.api.on(bulkFactCheck, () => {
    checks = []
    return { done: 1, refused: 0 }
  })
  await show()
  const drawer = await open()
  fireEvent.click(drawer.getByRole('button', { name: '保留现状' }))
  fireEvent.change(await drawer.findByLabelText('说明（可不填）'), { target: { value: '电话核实' } })
  fireEvent.click(drawer.getByRole('button', { name: '保留现状' }))
  await screen.findByText('已保留 1 项事实')
  expect(page.api.requests(bulkFactCheck).map(({ body }) => body)).toEqual([
    { act: 'settle', note: '电话核实', ids: [1] },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('reports that nothing changed if someone else was faster, and stays open', async () => {
  page.api.on(bulkFactCheck, () => ({ done: 0, refused: 1 }))
  await show()
  const drawer = await open()
  fireEvent.click(drawer.getByRole('button', { name: '清除该值' }))
  await screen.findByText(/^没有修改：此事实已由他人处理/)
  expect(screen.getByRole('dialog')).toBeTruthy()
})

it('reports an action that failed', async () => {
  page.api.on(bulkFactCheck, () => {
    throw new FakeFailure('internal')
  })
  await show()
  const drawer = await open()
  fireEvent.click(drawer.getByRole('button', { name: '清除该值' }))
  await screen.findByText('服务器出错，请稍后重试。')
})

it('shows a fact without actions to users who cannot change the record', async () => {
  checks = [aCheck(1, { can: [] })]
  await show()
  const drawer = await open()
  await drawer.findByText('登记册')
  for (const name of ['清除该值', '保留现状', '撤回', '恢复']) expect(drawer.queryByRole('button', { name })).toBeNull()
})

it('lists a kept fact again', async () => {
  checks = [aCheck(1, { settled_at: at, settled_by: 1, note: '电话核实' })]
  page.api.on(bulkFactCheck, () => ({ done: 1, refused: 0 }))
  await show('?settled=true')
  const drawer = await open()
  expect(drawer.getByText(/电话核实/)).toBeTruthy()
  fireEvent.click(drawer.getByRole('button', { name: '重新列出' }))
  await screen.findByText('已重新列出 1 项事实')
  expect(page.api.requests(bulkFactCheck)[0]?.body).toEqual({ act: 'reopen', ids: [1] })
})

it('shows on the page of a source its facts, and how many need a check', async () => {
  const claim = {
    id: 1,
    noun: 'og',
    record_id: 10,
    title: '组织 1',
    field: 'scale',
    value: '500',
    last_seen_at: at,
  } as const
  page.api.on(listSourceClaims, () => pageOf([{ ...claim, withdrawn_at: at }]))
  await renderPage(
    <>
      <SourceChecks id={3} />
      <SourceFacts id={3} />
    </>,
  )
  expect((await screen.findByRole('link', { name: '组织 1' })).getAttribute('href')).toBe('/og/10')
  screen.getByText('已撤回')
  const link = await screen.findByRole('link', { name: '查看 1 项待核实的事实' })
  expect(link.getAttribute('href')).toBe('/admin/fact_check?source=3')
  expect(page.api.requests(listFactChecks)[0]?.query).toMatchObject({ source: '3' })
})
