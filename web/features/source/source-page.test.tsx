import '#web/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { listFactChecks } from '#contract/fact_check.api.ts'
import { emptyOf } from '#contract/field.ts'
import {
  createSource,
  getSource,
  getSourceCheck,
  listSources,
  reinstateSource,
  type Source,
  sourceSchema,
  updateSource,
  withdrawSource,
} from '#contract/source.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { listViews } from '#contract/view.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { pageOf, preparePage, signIn } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AdminSourcePage from './admin-source-page.tsx'
import SourcePage, { SourceCheckLine } from './source-page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const aSource = (id: number, over: Partial<Source> = {}): Source =>
  ({
    ...emptyOf(sourceSchema),
    ...{ id, rev: 2, owner: 1, created_at: at, updated_at: at, is_demo: false, name: `来源 ${id}` },
    ...{ withdrawn_at: null, withdrawn_reason: null, can: ['update', 'delete'], ...over },
  }) as Source

let sources: Source[]
const page = preparePage(api => {
  api.on(listSources, () => pageOf(sources))
  api.on(getSource, ({ params }) => {
    const found = sources.find(({ id }) => id === Number(params.id))
    if (!found) throw new FakeFailure('not_found')
    return found
  })
  api.on(visibleUsers, () => [])
  api.on(listFactChecks, () => pageOf([]))
  api.on(listViews, () => ({ items: [] }))
})
beforeEach(() => {
  sources = [
    aSource(1, { kind: 'register', reliability: 'A' }),
    aSource(2, { withdrawn_at: at, withdrawn_reason: '伪造' }),
  ]
})

const list = () => renderPage(<AdminSourcePage />, '/admin/source')
const detail = (id: number) => renderPage(<SourcePage />, `/source/${id}`, { id: String(id) })

it('lists sources with kind and reliability, and marks the withdrawn ones', async () => {
  await list()
  const row = within((await screen.findByRole('link', { name: '来源 1' })).closest('[role=row]') as HTMLElement)
  expect(row.getByText('登记册')).toBeTruthy()
  expect(row.getByText('A 完全可靠')).toBeTruthy()
  const other = within(screen.getByRole('link', { name: '来源 2' }).closest('[role=row]') as HTMLElement)
  expect(other.getByText('已撤回')).toBeTruthy()
})

it('creates a source with its defaults, and reports a refused field next to it', async () => {
  let isRefused = true
  page.api.on(createSource, ({ body }) => {
    if (isRefused) throw new FakeFailure('invalid', { errors: [{ path: 'name', message: '名称太怪' }] })
    return aSource(3, body as Partial<Source>)
  })
  await list()
  fireEvent.click((await screen.findAllByRole('button', { name: '新建' }))[0] as HTMLElement)
  const drawer = within(await screen.findByRole('dialog'))
  fireEvent.change(await drawer.findByLabelText(/^名称/), { target: { value: '巴拿马登记处 🏛️' } })
  fireEvent.click(drawer.getByRole('button', { name: /保\s?存/ }))
  await drawer.findByText('名称太怪')
  isRefused = false
  fireEvent.click(drawer.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.api.requests(createSource).at(-1)?.body).toMatchObject({
    name: '巴拿马登记处 🏛️',
    kind: 'document',
    reliability: 'F',
  })
})

it('offers a reader neither a new source nor changes', async () => {
  signIn('reader')
  sources = [aSource(1, { can: [] })]
  await list()
  await screen.findByRole('link', { name: '来源 1' })
  expect(screen.queryByRole('button', { name: '新建' })).toBeNull()
  expect(screen.queryByRole('button', { name: /编辑/ })).toBeNull()
})

it('explains what a source is for if there is none', async () => {
  sources = []
  await list()
  await screen.findByText('还没有来源')
  screen.getByText(/^来源说明一项事实出自何处/)
})

it('withdraws a source only with a reason, and sends the revision that the user saw', async () => {
  page.api.on(withdrawSource, ({ body }) => {
    const { reason } = body as { reason: string }
    sources = [aSource(1, { rev: 3, withdrawn_at: at, withdrawn_reason: reason })]
    return sources[0] as Source
  })
  await detail(1)
  fireEvent.click(await screen.findByRole('button', { name: '撤回此来源' }))
  const dialog = within(await screen.findByRole('dialog', { name: '撤回“来源 1”？' }))
  const confirm = dialog.getByRole('button', { name: '撤回此来源' }) as HTMLButtonElement
  fireEvent.change(dialog.getByRole('textbox', { name: '原因' }), { target: { value: '   ' } })
  expect(confirm.disabled).toBe(true)
  fireEvent.change(dialog.getByRole('textbox', { name: '原因' }), { target: { value: ' 登记已注销 ' } })
  fireEvent.click(confirm)
  await screen.findByText(/^已于 2026.*撤回：登记已注销$/)
  expect(page.api.requests(withdrawSource)[0]?.body).toEqual({ reason: '登记已注销', rev: 2 })
  expect(screen.queryByRole('button', { name: '撤回此来源' })).toBeNull()
})

it('leaves the dialog with its reason open if someone else changed the source meanwhile', async () => {
  page.api.on(withdrawSource, () => {
    throw new FakeFailure('stale')
  })
  await detail(1)
  fireEvent.click(await screen.findByRole('button', { name: '撤回此来源' }))
  const dialog = within(await screen.findByRole('dialog', { name: '撤回“来源 1”？' }))
  fireEvent.change(dialog.getByRole('textbox', { name: '原因' }), { target: { value: '不实' } })
  fireEvent.click(dialog.getByRole('button', { name: '撤回此来源' }))
  await screen.findByText(/其他人已修改此记录/)
  expect(dialog.getByDisplayValue('不实')).toBeTruthy()
})

it('reinstates a withdrawn source', async () => {
  page.api.on(reinstateSource, () => {
    sources = [aSource(2, { rev: 3 })]
    return sources[0] as Source
  })
  await detail(2)
  fireEvent.click(await screen.findByRole('button', { name: '恢复此来源' }))
  await screen.findByText('已恢复“来源 2”')
  await screen.findByRole('button', { name: '撤回此来源' })
  expect(screen.queryByText(/撤回：伪造/)).toBeNull()
})

it('shows a reader the source without an action', async () => {
  signIn('reader')
  sources = [aSource(1, { can: [], note: '纸质档案', url: 'https://register.example/a' })]
  await detail(1)
  await screen.findByText('纸质档案')
  expect(screen.queryByRole('button', { name: '撤回此来源' })).toBeNull()
  expect(screen.getByRole('link', { name: /register\.example/ }).getAttribute('rel')).toContain('noopener')
})

it('states that a source is not found, with a way back to the list', async () => {
  await detail(99)
  await screen.findByText('未找到此来源')
  screen.getByText('返回来源列表')
})

it('saves a change with the revision, and only the changed field', async () => {
  page.api.on(updateSource, ({ body }) => {
    sources = [aSource(1, { ...(body as Partial<Source>), rev: 3 })]
    return sources[0] as Source
  })
  await list()
  fireEvent.click(await screen.findByRole('button', { name: /编辑.*来源 1/ }))
  const drawer = within(await screen.findByRole('dialog'))
  fireEvent.change(await drawer.findByLabelText(/^名称/), { target: { value: '改名' } })
  fireEvent.click(drawer.getByRole('button', { name: /保\s?存/ }))
  await screen.findByRole('link', { name: '改名' })
  expect(page.api.requests(updateSource).map(({ body }) => body)).toEqual([{ name: '改名', rev: 2 }])
})

it('shows the progress of a fact check, and nothing once it is complete', async () => {
  page.api.on(getSourceCheck, () => ({ done: 250, total: 1000 }))
  await renderPage(<SourceCheckLine source={aSource(1)} />)
  await screen.findByText(/250 \/ 1,000 条说法/)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  page.api.on(getSourceCheck, () => null)
  await renderPage(<SourceCheckLine source={aSource(2)} />)
  await waitFor(() => expect(page.api.requests(getSourceCheck)).toHaveLength(2))
  expect(screen.queryByText(/0 \/ 0/)).toBeNull()
})
