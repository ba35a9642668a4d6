import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readCaptures } from '../bench/captures.ts'
import { type ReplaySite, startReplaySite } from '../server/testing/replay-site.ts'
import { expect, type TeamMember, test } from './journey.ts'

const recordedSite = join(process.cwd(), '../shared/data/site-2019/site.ndjson.zst')
type State = { round: number; path: string; html: string | null }

/** States of a site, round after round: recorded ones if available, otherwise a small generated site. */
async function* states(): AsyncGenerator<State[]> {
  if (!existsSync(recordedSite)) {
    test
      .info()
      .annotations.push({ type: 'skipped data', description: `no ${recordedSite}: a made-up site is replayed` })
    const page = (body: string) =>
      `<html lang="en"><title>Harbour office</title><body><main>${body}</main></body></html>`
    const story = '<p>The harbour board meets on Mondays and tells what it decides in the evening.</p>'
    yield [{ round: 0, path: 'index.html', html: page(`<h1>Board</h1>${story}<a href="/fees.html">Fees</a>`) }]
    yield [
      { round: 1, path: 'fees.html', html: page('<p>Berths cost more from March on, by a third for all ships.</p>') },
    ]
    return
  }
  let list: State[] = []
  for await (const state of readCaptures<State>(recordedSite)) {
    if (list[0] && list[0].round !== state.round) {
      yield list
      list = []
    }
    list.push(state)
  }
}

type CallApi = <T>(
  who: TeamMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>
type Round = { number: number; state: string; counts: { fetched: number } }

let site: ReplaySite
test.beforeAll(async () => {
  site = await startReplaySite()
})
test.afterAll(() => site.close())

test('a site is added and fetched, it changes, the change is first in the queue, reviewed by keyboard, and becomes an event', async ({
  page,
  url,
  admin,
  enter,
  callApi,
}) => {
  test.setTimeout(150_000)
  const get = callApi as CallApi
  const rounds = states()
  const show = async () => {
    const next = await rounds.next()
    for (const { path, html } of (next.value ?? []) as State[]) site.set(`/${path}`, html)
  }
  const name = `Replayed ${Date.now().toString(36)}`
  await show()

  await enter(page, admin, '/admin/og', 'en-US')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByLabel('Start URLs').fill(`${site.origin}/`)
  // Rounds are started one by one below, without a delay between requests.
  await form.getByRole('switch', { name: 'Fetch once saved, then on schedule' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  const found = await get<{ items: { id: number }[] }>(admin, 'GET', `/v1/og?keyword=${encodeURIComponent(name)}`)
  const og = found.items[0]?.id as number
  await get(admin, 'PUT', `/v1/og/${og}/site`, { delay_ms: 0 })

  const lastRound = async () =>
    (await get<{ items: Round[] }>(admin, 'GET', `/v1/og/${og}/round`)).items[0] ?? { number: 0, state: 'none' }
  const isDone = (number: number) =>
    expect.poll(lastRound, { timeout: 60_000, intervals: [300] }).toMatchObject({ number, state: 'complete' })

  await page.goto(`${url}/og/${og}?tab=site`)
  await page.getByRole('button', { name: 'Fetch now' }).first().click()
  await isDone(1)
  await expect(page.getByText('Complete').first()).toBeVisible({ timeout: 15_000 })
  expect(await get(admin, 'GET', `/v1/diff/count?og_id=${og}`)).toMatchObject({ waiting: 0 })

  // Runs rounds until a change is worth a review.
  let waiting = 0
  for (let number = 2; waiting === 0 && number < 8; number += 1) {
    await show()
    await get(admin, 'POST', `/v1/og/${og}/round`)
    await isDone(number)
    waiting = (await get<{ waiting: number }>(admin, 'GET', `/v1/diff/count?og_id=${og}`)).waiting
  }
  expect(waiting).toBeGreaterThan(0)
  const [top] = (
    await get<{
      items: { id: number; page: { title: string; url: string }; excerpt: string | null; og: { id: number } }[]
    }>(admin, 'GET', `/v1/diff?og_id=${og}&status=unread&min_score=1&folded=true&sort=-score`)
  ).items
  expect(top).toBeDefined()
  const diff = top as NonNullable<typeof top>

  await page.goto(`${url}/admin/diff?og_id=${og}`)
  const row = page
    .getByRole('option')
    .or(page.getByRole('row'))
    .or(page.getByRole('listitem'))
    .filter({ hasText: diff.page.title })
  await expect(row.first()).toBeVisible()
  await expect(page.getByText(/of the text|changed|new page|largest/i).first()).toBeVisible()

  await page.goto(`${url}/admin/diff/detail?id=${diff.id}`)
  await expect(page.getByRole('heading', { name: diff.page.title }).first()).toBeVisible()
  await expect(page.locator('ins, del').first()).toBeVisible()
  await page.keyboard.press('e')
  const event = page.getByRole('dialog')
  await expect(event.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(new RegExp(name))
  await expect(event.getByLabel('Source')).toHaveValue(diff.page.url)
  await event.getByRole('textbox', { name: 'Title', exact: true }).fill(`What changed at ${name}`)
  await event.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(event).toBeHidden()
  const events = await get<{ items: { id: number; source_url: string; ogs: { id: number }[] }[] }>(
    admin,
    'GET',
    `/v1/event?og=${og}`,
  )
  expect(events.items).toHaveLength(1)
  const made = await get<{ evidence: { page_id: number } | null }>(admin, 'GET', `/v1/event/${events.items[0]?.id}`)
  expect(made.evidence).not.toBeNull()

  // Reviewed by keyboard; the last review raises the reviewed version.
  await page.goto(`${url}/admin/diff?og_id=${og}`)
  await expect(row.first()).toBeVisible()
  for (let left = waiting; left > 0; left -= 1) {
    await page.keyboard.press('d')
    await expect
      .poll(async () => (await get<{ waiting: number }>(admin, 'GET', `/v1/diff/count?og_id=${og}`)).waiting)
      .toBeLessThan(left)
  }
  const after = await get<{ version: number; new_version: number }>(admin, 'GET', `/v1/og/${og}`)
  expect(after.version).toBe(after.new_version)
  await page.keyboard.press('u')
  await expect
    .poll(async () => (await get<{ waiting: number }>(admin, 'GET', `/v1/diff/count?og_id=${og}`)).waiting)
    .toBe(1)
})

test('the wall of collectors shows a device that the collector is healthy', async ({ page, member, enter }) => {
  const device = await member('device')
  await enter(page, device, '/device/list', 'en-US')
  await expect(page.getByText('OK', { exact: false }).first()).toBeVisible({ timeout: 15_000 })
})
