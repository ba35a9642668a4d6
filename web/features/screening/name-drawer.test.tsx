import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { certifyName } from '#contract/certificate.api.ts'
import { listAlgorithms, type MatchResult, matchParties } from '#contract/match.api.ts'
import { preparePage } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import NameDrawer from './name-drawer.tsx'

const result: MatchResult = {
  ...{ id: 'x-1', caption: 'Sergei Petrenko', schema: 'Person', properties: {}, datasets: ['UN'], score: 0.91 },
  ...{ match: true, features: {} },
  explanations: [
    { code: 'other_script', a: 'Сергей', b: 'Sergei', points: 0.8 },
    { code: 'other_country', a: 'RU', b: 'UA', points: -0.05 },
  ],
}
let results: MatchResult[] = []
const page = preparePage(api => {
  results = [result]
  api.on(listAlgorithms, () => ({
    ...{ default: 'og', best: 'og' },
    algorithms: [{ name: 'og', description: '', threshold: 0.7, features: {} }],
  }))
  // The reply is a stream: the server's envelope does not apply to it.
  const inEnvelope = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const reply = await inEnvelope(input, init)
    if (!String(input).includes('/match/')) return reply
    return new Response(JSON.stringify((await reply.json()).data), { headers: { 'Content-Type': 'application/json' } })
  })
  api.on(matchParties, () => ({
    limit: 20,
    responses: {
      one: {
        status: 200,
        results,
        total: { value: results.length, relation: 'eq' },
        uncompared: 0,
        query: { schema: 'Person', properties: {} },
      },
    },
  }))
})

async function screenName(name: string) {
  fireEvent.change(await screen.findByLabelText('名称'), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: '开始筛查' }))
}

it('lists similar entries with list, score and the evidence for and against', async () => {
  await renderPage(<NameDrawer onClose={() => undefined} />)
  fireEvent.change(await screen.findByLabelText('出生或成立日期'), { target: { value: '1970' } })
  await screenName('  Сергей Петренко ')
  await screen.findByText('1 个相近的条目')
  screen.getByText('Sergei Petrenko')
  screen.getByText(/名单：UN/)
  screen.getByText('−5')
  expect(page.api.requests(matchParties)[0]?.body).toMatchObject({
    queries: { one: { schema: 'Person', properties: { name: ['Сергей Петренко'], birthDate: ['1970'] } } },
  })
  await screen.findByText(/^已与 1 份名单的 1 个条目比对/)
})

it('states for no match from which score entries are hits, and with what the name was compared', async () => {
  results = []
  await renderPage(<NameDrawer onClose={() => undefined} />)
  await screenName('丁一')
  await screen.findByText('名单上没有相近的名称（70 分及以上为命中，50 分及以上列出）。')
  await screen.findByText(/^已与 1 份名单/)
})

it('screens an organisation by its own date field', async () => {
  await renderPage(<NameDrawer onClose={() => undefined} />)
  fireEvent.click(await screen.findByText('组织'))
  fireEvent.change(await screen.findByLabelText('出生或成立日期'), { target: { value: '1998-04' } })
  await screenName('Yangtze')
  await waitFor(() => expect(page.api.requests(matchParties)).toHaveLength(1))
  expect(page.api.requests(matchParties)[0]?.body).toMatchObject({
    queries: { one: { schema: 'Company', properties: { incorporationDate: ['1998-04'] } } },
  })
})

it('sends nothing for an empty name', async () => {
  await renderPage(<NameDrawer onClose={() => undefined} />)
  await screenName('   ')
  expect(page.api.requests(matchParties)).toEqual([])
})

it('certifies the name that was screened, not one typed since', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  page.api.on(certifyName, () => ({}))
  await renderPage(<NameDrawer onClose={() => undefined} />)
  await screenName('丁一')
  await screen.findByText('1 个相近的条目')
  fireEvent.change(screen.getByLabelText('名称'), { target: { value: '丁二' } })
  fireEvent.click(screen.getByRole('button', { name: '出具证明' }))
  await waitFor(() => expect(page.api.requests(certifyName)[0]?.body).toMatchObject({ name: '丁一', date: null }))
})
