import '#web/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import { createTimelineNote } from '#contract/event-note.api.ts'
import { updateOg } from '#contract/og.api.ts'
import {
  createOgRelation,
  deleteOgRelation,
  type LinkEnd,
  listOgRelations,
  type OgRelation,
  updateOgRelation,
} from '#contract/og_relation.api.ts'
import { type ChainRow, ogOwnership, personOwnership } from '#contract/ownership.api.ts'
import { listSources } from '#contract/source.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { pageOf, preparePage, signIn } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import OwnershipPanel from './ownership-panel.tsx'

const end = (id: number, over: Partial<LinkEnd> = {}): LinkEnd => ({
  ...{ noun: 'og', id, name: `组织 ${id}`, icon: null, danger_level: null },
  ...over,
})
const aLink = (id: number, over: Partial<OgRelation> = {}): OgRelation => ({
  ...{ id, type: 'owns', from: end(8), og: end(3), share_min: 30, share_max: 30, is_beneficial: false, desc: null },
  ...{ start_time: '2020', end_time: null, support: null, can: ['update', 'delete'] },
  ...over,
})
type Chains = Reply<typeof ogOwnership>
const node = (key: string, over: Partial<LinkEnd> = {}) => ({
  ...end(Number(key.slice(1)), { noun: key.startsWith('p') ? 'person' : 'og', ...over }),
  ...{ key, is_sanctioned: false },
})
const row = (over: Partial<ChainRow> & { node: string }): ChainRow => ({
  ...{ depth: 1, share: { min: 60, max: 60 }, ends: null },
  step: { from: over.node, og: 'o3', share: { min: 60, max: 60 }, is_beneficial: false, links: [1] },
  ...over,
})
const none: Chains = {
  ...{ nodes: [], owners: [], holdings: [], ultimate: [], sanctioned: null, blocked: [], control: [] },
  ...{ owners_sum: null, is_cut: false },
}

let links: OgRelation[]
let chains: Chains
const page = preparePage(api => {
  api.on(listOgRelations, () => pageOf(links))
  api.on(ogOwnership, () => chains)
  api.on(personOwnership, () => chains)
  api.on(listSources, () => pageOf([]))
})
beforeEach(() => {
  links = [aLink(1)]
  chains = none
})

const show = (mayAdd = true) => renderPage(<OwnershipPanel of={{ noun: 'og', id: 3 }} name="组织 3" mayAdd={mayAdd} />)

it('shows a link from the side of the record, with share and dates', async () => {
  links = [aLink(1), aLink(2, { from: end(3), og: end(9), share_min: 25, share_max: 50 })]
  await show()
  expect((await screen.findByRole('link', { name: '组织 8' })).getAttribute('href')).toBe('/og/8')
  screen.getByRole('link', { name: '组织 9' })
  screen.getByText(/^30/)
  screen.getByText(/^25–50/)
  screen.getByText('共 2 项')
  expect(page.api.requests(listOgRelations)[0]?.query).toMatchObject({ og: '3' })
})

it('removes a link only after a confirmation', async () => {
  page.api.on(deleteOgRelation, () => {
    links = []
    return null
  })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '移除关联：组织 8' }))
  const question = within(await screen.findByRole('tooltip'))
  expect(page.api.requests(deleteOgRelation)).toEqual([])
  fireEvent.click(question.getAllByRole('button').at(-1) as HTMLElement)
  await screen.findByText('还没有记录所有权、控制或其他关联。')
  expect(page.api.requests(deleteOgRelation)[0]?.params).toEqual({ id: '1' })
})

it('offers no action to users who may not change the record', async () => {
  signIn('reader')
  links = [aLink(1, { can: [] })]
  await show(false)
  await screen.findByRole('link', { name: '组织 8' })
  for (const name of ['添加关联', /^移除关联/, /^修改关联/]) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('never claims to a reader that there are no links: some may be hidden', async () => {
  links = []
  await show(false)
  await screen.findByText('暂无关联，或您无权查看。')
})

it('changes share and dates, and refuses a share that is none next to its field', async () => {
  page.api.on(updateOgRelation, ({ body }) => aLink(1, body as Partial<OgRelation>))
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '修改关联：组织 8' }))
  const dialog = within(await screen.findByRole('dialog'))
  const share = await dialog.findByLabelText<HTMLInputElement>('持股比例')
  fireEvent.change(share, { target: { value: '一半' } })
  fireEvent.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await dialog.findByText('请写 0 到 100 之间的数字或范围')
  expect(page.api.requests(updateOgRelation)).toEqual([])
  fireEvent.change(share, { target: { value: '≥ 25' } })
  fireEvent.change(dialog.getByLabelText('结束'), { target: { value: '2024/5/1' } })
  fireEvent.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await screen.findByText('已修改与“组织 8”的关联')
  expect(page.api.requests(updateOgRelation)[0]?.body).toMatchObject({
    ...{ share_min: 25, share_max: 100, start_time: '2020', end_time: '2024-05-01', desc: null },
  })
})

it('adds no link without the other party, and shows faults of the server at their field', async () => {
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '添加关联' }))
  const dialog = within(await screen.findByRole('dialog', { name: '为“组织 3”添加关联' }))
  fireEvent.click(await dialog.findByRole('button', { name: /保\s?存/ }))
  await dialog.findByText('请选择对方')
  expect(page.api.requests(createOgRelation)).toEqual([])
})

it('shows the server’s fault at the date it is about', async () => {
  page.api.on(updateOgRelation, () => {
    throw new FakeFailure('invalid', { errors: [{ path: 'end_time', message: '结束早于开始' }] })
  })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '修改关联：组织 8' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByLabelText('结束'), { target: { value: '2019' } })
  fireEvent.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await dialog.findByText('结束早于开始')
  expect(dialog.getByLabelText('结束').getAttribute('aria-invalid')).toBe('true')
})

it('draws the chains with direct and effective shares, and marks loops', async () => {
  chains = {
    ...none,
    nodes: [node('o8'), node('p7', { name: '丁一' })],
    owners: [
      row({ node: 'o8' }),
      row({
        node: 'p7',
        depth: 2,
        share: { min: 30, max: 30 },
        step: { from: 'p7', og: 'o8', share: { min: 50, max: 50 }, is_beneficial: true, links: [2] },
      }),
      row({
        node: 'o8',
        depth: 3,
        share: null,
        ends: 'cycle',
        step: { from: 'o8', og: 'o3', share: null, is_beneficial: false, links: [] },
      }),
    ],
    ultimate: [{ node: 'p7', share: { min: 30, max: 30 }, is_certain: false }],
    ...{ owners_sum: 130, is_cut: true },
  }
  await show()
  const owners = within(await screen.findByRole('region', { name: '持有方' }))
  expect(owners.getAllByRole('listitem').map(each => each.textContent)).toEqual([
    expect.stringMatching(/^组织 8.*60/),
    expect.stringMatching(/^丁一最终受益.*50.*30/),
    expect.stringMatching(/^组织 8控制，无持股比例 · 回到前面，形成循环$/),
  ])
  within(screen.getByRole('region', { name: '最终持有者' })).getByText('可能达到')
  screen.getByText(/合计 130%，超过 100%/)
  screen.getByText(/只显示了一部分/)
})

it('requests another minimum share, and states that no one reaches it', async () => {
  chains = { ...none, nodes: [node('o8')], owners: [row({ node: 'o8' })] }
  await show()
  await screen.findByText('链条末端没有持股 25% 或以上者。')
  screen.getByText('50% 规则：受制裁方直接或间接合计持有 50% 或以上的组织，视同受制裁。')
  fireEvent.click(screen.getByText('≥ 50%'))
  await screen.findByText('链条末端没有持股 50% 或以上者。')
  expect(page.api.requests(ogOwnership).map(({ query }) => query.threshold)).toEqual(['25', '50'])
})

it('suggests to mark an organisation that sanctioned parties own, and marks it with the reason', async () => {
  const share = { min: 60, max: 60 }
  chains = {
    ...none,
    nodes: [node('o3'), { ...node('p7', { name: '丁一' }), is_sanctioned: true }],
    owners: [row({ node: 'p7' })],
    sanctioned: { share, is_certain: true, holders: [{ node: 'p7', share, is_certain: true, path: ['p7'] }] },
  }
  page.api.on(updateOg, () => ({}) as never)
  page.api.on(createTimelineNote, () => ({}) as never)
  await show()
  await screen.findByText(/^受制裁方合计持有 60.*视同受制裁。$/)
  screen.getByText('50% 规则：受制裁方直接或间接合计持有“组织 3”60%，达到 50%，因此视同受制裁。')
  fireEvent.click(screen.getByRole('button', { name: '设为受制裁' }))
  const dialog = within(await screen.findByRole('dialog', { name: '将“组织 3”设为受制裁' }))
  expect(page.api.requests(updateOg)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: '设为受制裁' }))
  await screen.findByText('“组织 3”已设为受制裁')
  expect(page.api.requests(updateOg)[0]?.body).toEqual({ id: 3, danger_level: '受制裁' })
  expect(page.api.requests(createTimelineNote)[0]?.body).toMatchObject({
    og_id: 3,
    text: expect.stringMatching(/丁一 60/),
  })
})

it('offers no mark to a reader, and none once it is marked', async () => {
  const share = { min: 60, max: 60 }
  const sanctioned = { share, is_certain: true, holders: [{ node: 'p7', share, is_certain: true, path: ['p7'] }] }
  chains = { ...none, nodes: [node('o3'), node('p7')], owners: [row({ node: 'p7' })], sanctioned }
  await show(false)
  await screen.findByText(/^受制裁方合计持有 60/)
  expect(screen.queryByRole('button', { name: '设为受制裁' })).toBeNull()
})

it('lists organisations that a person’s holdings block, alone or together', async () => {
  chains = {
    ...none,
    nodes: [node('o3'), node('o9')],
    holdings: [row({ node: 'o3' }), row({ node: 'o9' })],
    blocked: [
      { node: 'o3', share: { min: 60, max: 60 }, is_certain: true, is_alone: true },
      { node: 'o9', share: { min: 30, max: 70 }, is_certain: false, is_alone: false },
    ],
  }
  await renderPage(<OwnershipPanel of={{ noun: 'person', id: 7 }} name="丁一" mayAdd={false} />)
  const blocked = within(await screen.findByRole('region', { name: '按 50% 规则视同受制裁' }))
  blocked.getByText('单独即达到')
  blocked.getByText('与其他受制裁方合计 · 可能达到')
  expect(page.api.requests(personOwnership)[0]?.params).toEqual({ id: '7' })
})

it('reports chains that failed to load, and still shows the links', async () => {
  page.api.on(ogOwnership, () => {
    throw new FakeFailure('internal')
  })
  await show()
  await screen.findByText(/^持股链条加载失败/)
  await waitFor(() => screen.getByRole('link', { name: '组织 8' }))
})
