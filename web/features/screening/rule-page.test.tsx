import '#web/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  getScreeningRule,
  type PreviewReply,
  previewScreeningRule,
  type ScreeningRule,
  type ScreeningRuleState,
  setScreeningRule,
} from '#contract/screening_rule.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { preparePage, signIn } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import RulePage from './rule-page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const weights = {
  ...{ name: 80, common_name: 10, weak_alias: 20, same_number: 60, same_date: 15, near_date: 5, other_year: 20 },
  ...{ other_date: 40, same_country: 5, other_country: 20, same_sex: 2, other_sex: 40 },
}
const standard: ScreeningRule = { threshold: 70, strong: 90, weights }
const compared = (over: Partial<PreviewReply> = {}): PreviewReply => ({
  ...{ compared: 0, total: 0, examples: [], next: null },
  counts: { appear: 0, vanish: 0, stronger: 0, weaker: 0, gone: 0, same: 0 },
  ...over,
})

let state: ScreeningRuleState
const page = preparePage(api => {
  api.on(getScreeningRule, () => state)
  api.on(previewScreeningRule, () => compared())
  api.on(setScreeningRule, ({ body }) => {
    const { rule, version } = body as { rule: ScreeningRule | null; version: number }
    state = {
      ...state,
      version: version + 1,
      rule: rule ?? standard,
      is_default: rule === null,
      set_at: at,
      set_by: { id: 1, name: 'lin' },
    }
    return state
  })
})
beforeEach(() => {
  signIn('admin')
  state = {
    version: 0,
    rule: standard,
    defaults: standard,
    is_default: true,
    set_at: null,
    set_by: null,
    progress: null,
  }
})

const show = () => renderPage(<RulePage />, '/admin/screening/rule')
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const set = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })
const save = () => screen.findByRole('button', { name: '保存并重新筛查' })

it('saves numbers only after their effect was shown', async () => {
  page.api.on(previewScreeningRule, ({ body }) => {
    const { part } = body as { part: string }
    if (part === 'others') return compared({ compared: 3, total: 3 })
    const example = {
      noun: 'og',
      record: { id: 7, name: '长江航运' },
      list: { id: 1, name: 'UN' },
      state: 'open',
    } as const
    return compared({
      ...{ compared: 40, total: 40, counts: { ...compared().counts, vanish: 2, same: 38 } },
      examples: [{ ...example, change: 'vanish', caption: 'Yangtze Shipping', before: 0.72, after: null }],
    })
  })
  await show()
  expect(screen.queryByRole('button', { name: '预览变化' })).toBeNull()
  await set('命中', '75')
  expect(screen.queryByRole('button', { name: '保存并重新筛查' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: '预览变化' }))
  await screen.findByText('已比较 43 / 43 条记录')
  expect(screen.getByRole('link', { name: '长江航运' }).getAttribute('href')).toBe('/og/7')
  expect(screen.getByText('72 → —')).toBeTruthy()
  fireEvent.click(await save())
  await screen.findByText('评分已保存，正在重新筛查。')
  expect(page.api.requests(setScreeningRule)[0]?.body).toEqual({ rule: { ...standard, threshold: 75 }, version: 0 })
  await screen.findByText(/^第 1 版，lin 于 2026.*设置$/)
})

it('can be set before there is any record to compare', async () => {
  await show()
  await set('命中', '75')
  fireEvent.click(await screen.findByRole('button', { name: '预览变化' }))
  await screen.findByText('这些记录没有变化。')
  fireEvent.click(await save())
  await waitFor(() => expect(page.api.requests(setScreeningRule)).toHaveLength(1))
})

it('requires another preview if a number changes after it', async () => {
  await show()
  await set('命中', '75')
  fireEvent.click(await screen.findByRole('button', { name: '预览变化' }))
  await save()
  await set('命中', '76')
  expect(screen.queryByRole('button', { name: '保存并重新筛查' })).toBeNull()
  screen.getByRole('button', { name: '重新预览' })
})

it.each([
  ['命中', '40', '应在 50 到 99 之间'],
  ['强命中', '60', '不能低于命中的分数线'],
  ['名称完全相同', '', '应在 50 到 100 之间'],
])('refuses %s = %j next to the field', async (name, value, text) => {
  await show()
  await set(name, value)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect((await field(name)).getAttribute('aria-invalid')).toBe('true')
  expect((screen.getByRole('button', { name: '预览变化' }) as HTMLButtonElement).disabled).toBe(true)
})

it('requests portions until none is left, adds them up, and stops at a press', async () => {
  let release: () => void = () => undefined
  page.api.on(previewScreeningRule, async ({ body }) => {
    const { after } = body as { after: { id: number } | null }
    if (!after) return compared({ compared: 50, total: 120, next: { noun: 'og', id: 50 } })
    await new Promise<void>(resolve => {
      release = resolve
    })
    return compared({ compared: 70, total: null })
  })
  await show()
  await set('命中', '75')
  fireEvent.click(await screen.findByRole('button', { name: '预览变化' }))
  await screen.findByText('已比较 50 / 120 条记录')
  fireEvent.click(screen.getByRole('button', { name: /停\s?止/ }))
  release()
  await screen.findByRole('button', { name: '重新预览' })
  expect(screen.getByText('已比较 50 / 120 条记录')).toBeTruthy()
  expect(page.api.requests(previewScreeningRule)).toHaveLength(2)
})

it('reports a preview that failed, and offers no save without a result', async () => {
  page.api.on(previewScreeningRule, () => {
    throw new FakeFailure('internal')
  })
  await show()
  await set('命中', '75')
  fireEvent.click(await screen.findByRole('button', { name: '预览变化' }))
  const changes = within(await screen.findByRole('region', { name: '预计变化' }))
  await changes.findByRole('alert')
  expect(changes.queryByText('这些记录没有变化。')).toBeNull()
  expect(screen.queryByRole('button', { name: '保存并重新筛查' })).toBeNull()
})

it('explains that someone else has set the scores meanwhile', async () => {
  page.api.on(setScreeningRule, () => {
    state = { ...state, version: 5, is_default: false, set_at: at, set_by: { id: 2, name: 'omar' } }
    throw new FakeFailure('stale')
  })
  await show()
  await set('命中', '75')
  fireEvent.click(await screen.findByRole('button', { name: '预览变化' }))
  fireEvent.click(await save())
  await screen.findByText(/^第 5 版，omar/)
  expect((await field('命中')).value).toBe('70')
})

it('restores the defaults after a confirmation, and shows the progress of rescreening', async () => {
  state = { ...state, version: 2, is_default: false, rule: { ...standard, threshold: 80 }, set_at: at, set_by: null }
  state.progress = { done: 1200, total: 3000 }
  await show()
  await screen.findByText('正在按新评分重新筛查：1,200 / 3,000')
  fireEvent.click(screen.getByRole('button', { name: '恢复默认评分' }))
  expect(page.api.requests(setScreeningRule)).toEqual([])
  fireEvent.click(
    within(await screen.findByRole('tooltip'))
      .getAllByRole('button')
      .at(-1) as HTMLElement,
  )
  await waitFor(() => expect(page.api.requests(setScreeningRule)[0]?.body).toEqual({ rule: null, version: 2 }))
  await waitFor(async () => expect((await field('命中')).value).toBe('70'))
})

it('reports scores that failed to load', async () => {
  page.api.on(getScreeningRule, () => {
    throw new FakeFailure('internal')
  })
  await show()
  await screen.findByText(/^评分加载失败/)
})
