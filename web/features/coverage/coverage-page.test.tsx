import { asOgName } from '#contract/wire.ts'
import '#web/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  type Coverage,
  getCoverage,
  getScreeningCoverage,
  getSearchCoverage,
  getTextCoverage,
  type ListCoverage,
  type ScreeningCoverage,
} from '#contract/coverage.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { preparePage, signIn } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { ScreeningCoverageLine, SearchCoverageLine, TextCoverageLine } from './coverage.tsx'
import CoveragePage from './coverage-page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const idle = { waiting: 0, oldest_waiting_at: null, quarantined: 0 }
const aList = (id: number, over: Partial<ListCoverage> = {}): ListCoverage => ({
  ...{ id, name: `List ${id}`, version: 3, newer: null, loaded_at: at, entries: 18_000, unreadable: 0, shortened: 0 },
  ...{ left_out: 0, screened_version: 3, compared: 500, waiting: 0 },
  ...over,
})
const all: Coverage = {
  at,
  screening: { records: 500, entries: 36_000, compared: 500, limited: 0, ...idle, lists: [aList(1)] },
  documents: {
    uploads: 40,
    read: 39,
    partly_read: 2,
    unreadable: 1,
    reasons: [{ reason: 'encrypted', count: 1 }],
    ...idle,
  },
  mentions: { texts: 70, searched: 70, unreadable: 0, ...idle, kinds: [{ kind: 'page', texts: 70, searched: 70 }] },
  pages: {
    ...{ sites: 1, pages: 90, active: 80, gone: 5, forbidden: 2, error: 3, incomplete: 1, last_round_at: at, ...idle },
    behind: [
      {
        og: { id: 7, name: asOgName('长江航运') },
        round: 4,
        state: 'aborted',
        ended_at: at,
        pages: 90,
        read: 30,
        not_due: 20,
      },
    ],
  },
  search: { records: 600, entries: 600, ...idle },
  checks: [{ part: 'screening', at, sampled: 50, different: 0, examples: [] }],
}

let coverage: Coverage
const page = preparePage(api => api.on(getCoverage, () => coverage))
beforeEach(() => {
  signIn('admin')
  coverage = all
})

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

it('shows of each area what was compared with what, and adds up what could not be read', async () => {
  coverage = {
    ...all,
    screening: { ...all.screening, lists: [aList(1, { unreadable: 4 }), aList(2, { unreadable: 3 })] } as never,
  }
  await renderPage(<CoveragePage />, '/admin/coverage')
  const screening = await row(/^名单筛查/)
  expect(screening.getByText('500 条记录 × 2 份名单（36,000 个条目）')).toBeTruthy()
  expect(screening.getByText('7')).toBeTruthy()
  expect((await row(/^网页采集/)).getByText('5')).toBeTruthy()
  expect((await row(/^文件读取/)).getByText('39 个已读取，其中 2 个仅部分读取')).toBeTruthy()
  expect(screen.getByText('有密码保护')).toBeTruthy()
})

it('does not count a list without a version as compared, and states that nothing was loaded', async () => {
  const lists = [aList(1), aList(2, { version: null, newer: 'mapping', loaded_at: null, entries: 0 })]
  coverage = { ...all, screening: { ...all.screening, lists } as never }
  await renderPage(<CoveragePage />, '/admin/coverage')
  expect((await row(/^名单筛查/)).getByText(/× 1 份名单/)).toBeTruthy()
  const list = await row(/^List 2/)
  expect(list.getByText('尚未加载')).toBeTruthy()
  expect(list.getByText('新文件等待设置各列含义')).toBeTruthy()
})

it('names which area cannot be measured right now, and still shows the others', async () => {
  coverage = { ...all, screening: null, mentions: null }
  await renderPage(<CoveragePage />, '/admin/coverage')
  expect((await row(/^名单筛查/)).getByText('暂时无法统计')).toBeTruthy()
  expect((await row(/^提及与敏感词/)).getByText('暂时无法统计')).toBeTruthy()
  expect((await row(/^搜索索引/)).getByText('600 条可以搜到')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '名单' })).toBeNull()
})

it('shows since when the oldest item waits, and sites whose last round did not complete', async () => {
  coverage = { ...all, search: { records: 600, entries: 590, waiting: 10, oldest_waiting_at: at, quarantined: 2 } }
  await renderPage(<CoveragePage />, '/admin/coverage')
  const search = await row(/^搜索索引/)
  expect(search.getByText('10')).toBeTruthy()
  expect(search.getByText(/^最早 2026/)).toBeTruthy()
  expect(search.getByText('2')).toBeTruthy()
  const site = await row(/^长江航运/)
  expect(site.getByText('第 4 轮，中断')).toBeTruthy()
  expect(site.getByText('30 / 70')).toBeTruthy()
  expect(site.getByText('另有 20 个未到访问时间')).toBeTruthy()
  expect(site.getByRole('link').getAttribute('href')).toBe('/og/7')
})

it('lists the differences that the nightly check found, by their reason', async () => {
  const examples = [
    { key: 'og:7', fault: 'hit_missing' as const, of: 'UN' },
    { key: 'page:3', fault: 'other' as const, of: 'something of old' },
  ]
  coverage = { ...all, checks: [{ part: 'screening', at, sampled: 50, different: 2, examples }] }
  await renderPage(<CoveragePage />, '/admin/coverage')
  const differences = within(await screen.findByRole('region', { name: '抽查中不一致的项' }))
  expect(differences.getByText('缺少应有的命中：名单 UN')).toBeTruthy()
  expect(differences.getByText('something of old')).toBeTruthy()
  const screening = await row(/^名单筛查.*500/)
  expect(screening.getByText(/^50 项中 2 项不一致/)).toBeTruthy()
  expect((await row(/^文件读取/)).getByText('尚未抽查')).toBeTruthy()
})

it('states that nothing is screened without a list, and nothing watched without a site', async () => {
  coverage = {
    ...all,
    screening: { ...all.screening, lists: [] } as never,
    pages: { ...all.pages, behind: [] } as never,
  }
  await renderPage(<CoveragePage />, '/admin/coverage')
  await screen.findByText('还没有生效的名单，因此没有任何记录被筛查。')
  expect(screen.getByText('没有监测中的网站，因此不会发现任何网页变化。')).toBeTruthy()
  expect(screen.queryByText('抽查中不一致的项')).toBeNull()
})

it('reports that it failed to load, and loads at the next press', async () => {
  let isDown = true
  page.api.on(getCoverage, () => {
    if (isDown) throw new FakeFailure('internal')
    return all
  })
  await renderPage(<CoveragePage />, '/admin/coverage')
  await screen.findByText(/^覆盖情况加载失败：/)
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }))
  await row(/^名单筛查/)
  expect(screen.queryByRole('alert')).toBeNull()
})

const screened: ScreeningCoverage = {
  ...{
    at,
    lists: 3,
    compared_lists: 3,
    entries: 9000,
    unreadable: 0,
    waiting: 0,
    quarantined: 0,
    limited: 0,
    outdated: 0,
  },
}
const answer = (over: Partial<ScreeningCoverage>) => page.api.on(getScreeningCoverage, () => ({ ...screened, ...over }))

it('shows next to “no hits” with which lists all records were compared', async () => {
  answer({})
  await renderPage(<ScreeningCoverageLine />)
  await screen.findByText(/^已与 3 份名单的现行版本比对 · 2026/)
})

it('never states that a record has no hits while its changes wait or could not be compared', async () => {
  answer({ waiting: 1, unreadable: 5, outdated: 1 })
  await renderPage(<ScreeningCoverageLine record={{ noun: 'og', id: 7 }} />)
  const line = await screen.findByText(/此记录的最新内容还在等待比对/)
  expect(line.textContent).not.toContain('没有待判定的命中')
  expect(line.textContent).toContain('1 份名单的新文件尚未生效')
  expect(line.textContent).toContain('名单文件中 5 个条目无法读取')
  expect(page.api.requests(getScreeningCoverage)[0]?.query).toEqual({ noun: 'og', id: '7' })
})

it('states that a record could not be compared, and that a new list version is still being compared', async () => {
  answer({ quarantined: 1 })
  await renderPage(<ScreeningCoverageLine record={{ noun: 'og', id: 7 }} />)
  await screen.findByText(/此记录无法比对/)
  answer({ compared_lists: 2 })
  await renderPage(<ScreeningCoverageLine />)
  await screen.findByText('3 份名单中 1 份的新版本还在比对')
})

it('shows for a single name only what the lists lack, and without a list that nothing was screened', async () => {
  answer({ waiting: 8 })
  await renderPage(<ScreeningCoverageLine isName />)
  const line = await screen.findByText(/^已与 3 份名单的 9,000 个条目比对/)
  expect(line.textContent).not.toContain('等待')
  answer({ lists: 0, compared_lists: 0 })
  await renderPage(<ScreeningCoverageLine isName />)
  await screen.findByText('还没有生效的名单：没有进行任何筛查。')
})

it('requests nothing about screening and texts for a reader', async () => {
  signIn('reader')
  page.api.on(getSearchCoverage, () => ({ at, ...idle }))
  await renderPage(
    <>
      <ScreeningCoverageLine />
      <TextCoverageLine />
      <SearchCoverageLine />
    </>,
  )
  await screen.findByText(/^搜索已包含/)
  expect(page.api.requests(getScreeningCoverage)).toEqual([])
  expect(page.api.requests(getTextCoverage)).toEqual([])
})

it('names below an empty search what the index lacks', async () => {
  page.api.on(getSearchCoverage, () => ({ at, waiting: 4, oldest_waiting_at: at, quarantined: 1 }))
  await renderPage(<SearchCoverageLine />)
  await screen.findByText(/^4 条记录在 2026.*之后的改动尚未纳入搜索 · 1 条记录无法纳入搜索/)
})

it('names with mentions the texts that wait, cannot be read or are read in part', async () => {
  page.api.on(getTextCoverage, () => ({
    ...{ at, texts: 12, searched: 9, unreadable: 1, waiting: 3, oldest_waiting_at: at },
    kinds: [{ kind: 'page' as const, texts: 12, searched: 9 }],
    documents: { waiting: 2, unreadable: 4, partly_read: 5 },
  }))
  await renderPage(<TextCoverageLine />)
  const line = await screen.findByRole('status')
  for (const part of [
    '9 个页面',
    '还有 3 篇等待',
    '2 个上传文件尚未读取',
    '1 篇无法读取',
    '4 个上传文件无法读取',
    '5 个上传文件只读出',
  ])
    await waitFor(() => expect(line.textContent).toContain(part))
})
