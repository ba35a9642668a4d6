import type { Page } from '@playwright/test'
import { expect, type TeamMember, test } from './journey.ts'
import { waitUntilSettled } from './settled.ts'

const maxScripts = 9
/** Above it, content visibly moves while a page loads. */
const maxShift = 0.02

type CallApi = <T>(who: TeamMember, method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>

async function aRecord(callApi: CallApi, admin: TeamMember, noun: string, body: object): Promise<number> {
  const { items } = await callApi<{ items: { id: number }[] }>(admin, 'GET', `/v1/${noun}`)
  return items[0]?.id ?? (await callApi<{ id: number }>(admin, 'POST', `/v1/${noun}`, body)).id
}

/** Records the moves of a page's content from its first drawing on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            moved: entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

test('a page loads few scripts, one style sheet and early only what its code requests; nothing moves', async ({
  page,
  url,
  admin,
  member,
  callApi,
  enter,
}) => {
  test.setTimeout(180_000)
  const og = await aRecord(callApi, admin, 'og', { name: 'First load' })
  const person = await aRecord(callApi, admin, 'person', { name: 'First load', is_focus: true })
  const reader = await member('admin')
  await watchShifts(page)
  await enter(page, reader, '/user/info')
  const requested: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET') requested.push(pathname + search)
  })
  /** Loads a page once; the reply names what is wrong with the load, or is undefined. */
  async function load(path: string): Promise<object | undefined> {
    requested.length = 0
    await page.goto(url + path)
    await waitUntilSettled(page)
    const named = await page.evaluate(() => ({
      reads: document.querySelector<HTMLMetaElement>('meta[name=reads]')?.content.split(' ') ?? [],
      known: (JSON.parse(localStorage.getItem('begin') ?? '{}') as Record<string, string[]>)[location.pathname] ?? [],
      shifts: (window as unknown as { shifts: { value: number }[] }).shifts,
    }))
    // Those that the document names, without what is loaded after the page.
    const reply = await page.request.get(url + path, { headers: { accept: 'text/html' } })
    const scripts = (await reply.text()).match(/<script type="module"|<link rel="modulepreload"/g)?.length ?? 0
    const shift = named.shifts.reduce((sum, { value }) => sum + value, 0)
    const sheets = requested.filter(each => each.endsWith('.css')).length
    const offset = await page.evaluate(() => String(-new Date().getTimezoneOffset()))
    const unequal = named.reads
      .map(read => read.replace('$offset', offset))
      .filter(read => !named.known.includes(read) || requested.filter(each => each === read).length > 1)
    const isFaulty = scripts > maxScripts || sheets > 1 || unequal.length > 0 || shift > maxShift
    return isFaulty
      ? { path, scripts, sheets, unequal, known: named.known, requested: [...requested], shift, shifts: named.shifts }
      : undefined
  }

  const faults: object[] = []
  for (const path of [
    '/dashboard',
    '/inbox',
    '/og',
    '/person',
    '/event',
    '/report',
    '/admin/diff',
    '/search?keyword=First',
    `/og/${og}`,
    `/person/${person}`,
  ]) {
    // Other journeys change data meanwhile, which is read again and may move the page: a fault of the page itself is
    // there in every load.
    let fault = await load(path)
    for (let again = 0; fault && again < 2; again++) fault = await load(path)
    if (fault) faults.push(fault)
  }
  expect(faults).toEqual([])
})
