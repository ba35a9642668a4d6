import '#web/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  type ChoiceCounts,
  countImportChoices,
  decideImportChoices,
  type ImportChoice,
  listImportChoices,
} from '#contract/import_choice.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { pageOf, preparePage } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import ChoicePage from './choice-page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const aChoice = (id: number, over: Partial<ImportChoice> = {}): ImportChoice => ({
  ...{
    id,
    n: id + 1,
    noun: 'og',
    record_id: id * 10,
    title: `组织 ${id}`,
    field: 'desc',
    shown: `旧 ${id}`,
    value: `新 ${id}`,
  },
  ...{ by: { kind: 'source', id: 4, name: '登记册', at }, rule: 'keep', choice: null },
  ...over,
})

let choices: ImportChoice[]
let can: ChoiceCounts['can']
const page = preparePage(api => {
  api.on(listImportChoices, () => pageOf(choices))
  api.on(countImportChoices, () => ({
    ...{
      can,
      file_name: '供应商.xlsx',
      noun: 'og' as const,
      total: choices.length,
      records: 2,
      take: 0,
      keep: 0,
      open: 2,
    },
    fields: [{ noun: 'og' as const, field: 'desc', count: choices.length }],
    by: [{ by: '4', name: '登记册', count: choices.length }],
  }))
  api.on(decideImportChoices, ({ body }) => ({ decided: (body as { ids?: number[] }).ids?.length ?? choices.length }))
  api.on(visibleUsers, () => [])
})
beforeEach(() => {
  choices = [aChoice(1), aChoice(2)]
  can = ['decide']
})

const show = (search = '?import=3') => renderPage(<ChoicePage />, `/import_choice${search}`)
const row = async (title: string) => {
  const list = within(await screen.findByRole('list', { name: '有分歧的值列表' }))
  return (await list.findByRole('link', { name: title })).closest('li') as HTMLElement
}
const sent = () => page.api.requests(decideImportChoices).map(({ body }) => body)
const press = (key: string) => fireEvent.keyDown(document.body, { key })

it('shows both values of a row with the source of the present one, and that no one decided yet', async () => {
  await show()
  const first = within(await row('组织 1'))
  expect(first.getByText('旧 1')).toBeTruthy()
  expect(first.getByText('新 1')).toBeTruthy()
  expect(first.getByRole('link', { name: '登记册' }).getAttribute('href')).toBe('/admin/source/4')
  expect(first.getByText('未决定')).toBeTruthy()
  expect(screen.getByText(/^“供应商\.xlsx”中的这些值/)).toBeTruthy()
  expect(page.api.requests(listImportChoices)[0]?.query).toMatchObject({ import: '3' })
})

it('decides by key and selects the next row; u undoes the last decision', async () => {
  await show()
  await row('组织 1')
  press('t')
  await waitFor(() => expect(sent()).toEqual([{ import: 3, ids: [1], rule: 'take' }]))
  expect((await row('组织 2')).getAttribute('aria-current')).toBe('true')
  expect(within(await row('组织 1')).queryByText('未决定')).toBeNull()
  press('x')
  await waitFor(() => expect(sent()[1]).toEqual({ import: 3, ids: [2], rule: 'keep' }))
  press('u')
  await waitFor(() => expect(sent()[2]).toEqual({ import: 3, ids: [2], rule: 'none' }))
  expect(within(await row('组织 2')).getByText('未决定')).toBeTruthy()
  press('u')
  await waitFor(() => expect(sent()[3]).toEqual({ import: 3, ids: [1], rule: 'none' }))
  press('u')
  await screen.findByText('没有可撤销的决定')
  expect(sent()).toHaveLength(4)
})

it('takes a decision back that the server refused', async () => {
  page.api.on(decideImportChoices, () => {
    throw new FakeFailure('wrong_state')
  })
  await show()
  await row('组织 1')
  press('t')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(await within(await row('组织 1')).findByText('未决定')).toBeTruthy()
})

it('decides all values of the present filter by a rule', async () => {
  const { search } = await show('?import=3&noun=og&field=desc')
  await row('组织 1')
  fireEvent.click(screen.getByRole('button', { name: '按来源优先度' }))
  await screen.findByText('已决定 2 项')
  expect(sent()).toEqual([{ import: 3, noun: 'og', field: 'desc', rule: 'priority' }])
  fireEvent.click(screen.getByText(/^采用文件 0$/))
  await waitFor(() => expect(search()).toMatchObject({ import: '3', choice: 'take', field: 'desc' }))
  await waitFor(() => expect(page.api.requests(listImportChoices).at(-1)?.query).toMatchObject({ choice: 'take' }))
})

it('is view-only once the import is written: no key and no rule decides', async () => {
  can = []
  await show()
  await screen.findByText(/^此次导入已写入或正在重新检查/)
  await row('组织 1')
  press('t')
  expect(screen.queryByRole('button', { name: '全部采用' })).toBeNull()
  expect(sent()).toEqual([])
})

it('never names a source that the user may not see, and shows an empty value as such', async () => {
  choices = [
    aChoice(1, { by: { kind: 'source', id: null, name: null, at }, shown: null }),
    aChoice(2, { by: { kind: 'person', user_id: null, at } }),
  ]
  await show()
  const first = within(await row('组织 1'))
  expect(first.getByText(/^您无权查看的来源|^不可见的来源/)).toBeTruthy()
  expect(first.queryByText('登记册')).toBeNull()
  expect(within(await row('组织 2')).getByText(/^有人/)).toBeTruthy()
})

it('distinguishes no conflicts from no matches, and clears the filter', async () => {
  choices = []
  await show()
  await screen.findByText('没有分歧')
  page.api.on(countImportChoices, () => ({
    ...{
      can,
      file_name: 'a.csv',
      noun: 'og' as const,
      total: 5,
      records: 2,
      take: 0,
      keep: 0,
      open: 5,
      fields: [],
      by: [],
    },
  }))
  const { search } = await show('?import=4&by=4')
  await screen.findByText('没有符合筛选条件的值。')
  fireEvent.click(screen.getByRole('button', { name: '清除筛选' }))
  await waitFor(() => expect(search()).toEqual({ import: '4' }))
})

it.each(['', '?import=0', '?import=x', '?import=-3'])(
  'names no import for the address %j and requests nothing',
  async search => {
    await show(search)
    await screen.findByText('未找到此次导入')
    expect(page.api.requests(countImportChoices)).toEqual([])
  },
)

it('states that an import of someone else is not found, and loads again after a failure', async () => {
  page.api.on(countImportChoices, () => {
    throw new FakeFailure('not_found')
  })
  await show('?interchange=8')
  await screen.findByText('未找到此次导入')
  expect(page.api.requests(countImportChoices)[0]?.query).toEqual({ interchange: '8' })
})
