import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createFigureAlert, deleteFigureAlert, getPageFigures } from '#contract/figure.api.ts'
import { listNotifications } from '#contract/notification.api.ts'
import { aPage, prose, useCrawl } from '#server/features/crawl/testing.ts'
import { deliverEvents } from '#server/features/notification/deliver.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { checkFigures, retryFigures } from './check-figures.ts'

const { test, aSite, collect, watch } = useCrawl()
const prices = (soybean: string, more = '') =>
  aPage(
    'Prices',
    `${prose('prices').repeat(5)}<table><tr><th>Crop</th><th>Price</th></tr>
    <tr><td>Soybean</td><td>${soybean}</td></tr>${more}</table>`,
  )

async function watched() {
  const site = await aSite()
  site.set('/', prices('$595'))
  const watching = await watch(site)
  await collect()
  await watching.round()
  const page = (await watching.pages())[0]!
  return { site, watching, page, params: { id: String(page.id) } }
}

it('shows the price of a table as a series, and notifies once it is above the amount', async () => {
  const { site, watching, page, params } = await watched()
  const editor = await test.as('editor')
  const first = await editor.get(getPageFigures, { params })
  expect(first).toMatchObject({ read: 1, total: 1, unread: 0, cut: 0 })
  const [series] = first.items
  expect(series).toMatchObject({ label: 'Soybean', column: 'Price', changes: 0, is_present: true })
  const body = {
    page_id: page.id,
    key: series!.key,
    name: 'Soybean',
    rule: 'above',
    amount: 600,
    is_share: false,
  } as const
  expect(await editor.get(createFigureAlert, { body })).toMatchObject({ state: 'quiet', value: 595 })

  site.set('/', prices('$640', '<tr><td>Maize</td><td>$210</td></tr>'))
  await watching.round()
  await test.drainJobs()
  await deliverEvents(test.ctx)
  const { items, alerts } = await editor.get(getPageFigures, { params })
  expect(items.map(({ label, points }) => [label, points.map(({ text }) => text)])).toEqual([
    ['Soybean', ['$595', '$640']],
    ['Maize', ['$210']],
  ])
  expect(alerts).toMatchObject([{ state: 'met', value: 640 }])
  const { items: news } = await editor.get(listNotifications, { query: { family: ['page'] } })
  expect(news).toMatchObject([
    { kind: 'figure_alert', noun: 'page', record_id: page.id, detail: { figure: 'Soybean', value: 640, state: 'met' } },
  ])

  site.set('/', prices('$650'))
  await watching.round()
  await test.drainJobs()
  expect(await countEvents(page.id)).toBe(1)
})

async function countEvents(pageId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from news
    where kind = 'figure_alert' and record_id = ${pageId}::bigint`.execute(test.db)
  return rows[0]!.n
}

/** As if the alert had not been checked with the newest version. */
const makeDue = (pageId: number) =>
  sql`update figure_alert set state = 'quiet', checked_version = null where page_id = ${pageId}::bigint`.execute(
    test.db,
  )

async function stored(html = prices('$595'), values = {}) {
  const og = await anOg(test.ctx, values)
  const page = await aStoredPage(test.ctx, { html, ogId: og.id })
  return { og, page, params: { id: String(page.page_id) } }
}

async function alerted(amount = 600) {
  const world = await stored()
  const editor = await test.as('editor')
  const [series] = (await editor.get(getPageFigures, { params: world.params })).items
  const body = { page_id: world.page.page_id, key: series!.key, name: 'Soybean', rule: 'above' as const, amount }
  return { ...world, editor, body, alert: await editor.get(createFigureAlert, { body }) }
}

it('a row that disappears and a page that cannot be read are notified once', async () => {
  const { page, editor, params } = await alerted()
  const other = await aStoredPage(test.ctx, {
    html: prices('$1').replace('Soybean', 'Rye'),
    ogId: page.og_id,
    url: 'https://example.org/2',
  })
  await sql`update page set last_version = null where id = ${other.page_id}`.execute(test.db)
  await sql`update page_version set page_id = ${page.page_id} where id = ${other.version_id}`.execute(test.db)
  await sql`update page set last_version = ${other.version_id} where id = ${page.page_id}`.execute(test.db)
  await checkFigures(test.ctx)
  await checkFigures(test.ctx)
  const state = async () => (await editor.get(getPageFigures, { params })).alerts[0]?.state
  expect([await state(), await countEvents(page.page_id)]).toEqual(['missing', 1])
  await sql`update page set status = 'gone' where id = ${page.page_id}`.execute(test.db)
  await checkFigures(test.ctx)
  await checkFigures(test.ctx)
  expect([await state(), await countEvents(page.page_id)]).toEqual(['unread', 2])
})

it('a figure beyond the part of a page that was read is not reported as missing, and lost bytes are counted', async () => {
  const { page, editor, params } = await alerted()
  const rows = Array.from({ length: 2_100 }, (_, at) => `<tr><td>Row ${at}</td><td>${at}</td></tr>`).join('')
  const html = aPage('Prices', `${prose('prices').repeat(5)}<table>${rows}</table>`)
  const other = await aStoredPage(test.ctx, { html, ogId: page.og_id, url: 'https://example.org/long' })
  await sql`update page set last_version = null where id = ${other.page_id}`.execute(test.db)
  await sql`update page_version set page_id = ${page.page_id} where id = ${other.version_id}`.execute(test.db)
  await sql`update page set last_version = ${other.version_id} where id = ${page.page_id}`.execute(test.db)
  await checkFigures(test.ctx)
  const found = await editor.get(getPageFigures, { params })
  expect([found.alerts[0]?.state, found.read, found.partial, found.unread]).toEqual(['unread', 2, 1, 0])
  await sql`update page_version set is_lost = true where id = ${other.version_id}`.execute(test.db)
  expect(await editor.get(getPageFigures, { params })).toMatchObject({ read: 1, partial: 0, unread: 1 })
})

it('two checks at once notify once', async () => {
  const { page } = await alerted(500)
  await makeDue(page.page_id)
  await Promise.all([checkFigures(test.ctx), checkFigures(test.ctx), checkFigures(test.ctx, page.og_id)])
  expect(await countEvents(page.page_id)).toBe(1)
})

it('a page that cannot be checked is quarantined, and does not stop the others', async () => {
  const broken = await alerted(500)
  const { page } = await alerted(500)
  await makeDue(broken.page.page_id)
  await makeDue(page.page_id)
  await sql`alter table figure_alert add constraint figure_alert_broken check (
    checked_version is null or page_id <> ${sql.lit(broken.page.page_id)}) not valid`.execute(test.db)
  await checkFigures(test.ctx)
  expect([await countEvents(broken.page.page_id), await countEvents(page.page_id)]).toEqual([0, 1])
  const detail = { og_id: broken.page.og_id, page_id: broken.page.page_id }
  const key = String(broken.page.page_id)
  await expect(retryFigures(test.ctx, { key, detail })).rejects.toThrow()
  await sql`alter table figure_alert drop constraint figure_alert_broken`.execute(test.db)
  await retryFigures(test.ctx, { key, detail })
  expect(await countEvents(broken.page.page_id)).toBe(1)
  const { rows } = await sql`select from set_aside where queue = 'figure' and key = ${key}`.execute(test.db)
  expect(rows).toEqual([])
})

it('another user sees no alert, cannot delete it, and a user without access sees no figures', async () => {
  const { alert, params, page, body } = await alerted()
  const other = await test.as('editor', { username: 'other' })
  expect((await other.get(getPageFigures, { params })).alerts).toEqual([])
  expect((await other.call(deleteFigureAlert, { params: { id: String(alert.id) } })).status).toBe(404)
  await sql`update og set read_user = array[1::bigint] where id = ${page.og_id}`.execute(test.db)
  expect((await other.call(getPageFigures, { params })).status).toBe(404)
  expect((await other.call(createFigureAlert, { body })).status).toBe(404)
})

it('the same alert twice, an unknown figure and the 201st alert are refused', async () => {
  const { editor, body, alert } = await alerted()
  expect((await editor.call(createFigureAlert, { body })).status).toBe(409)
  expect((await editor.call(createFigureAlert, { body: { ...body, key: '0'.repeat(24) } })).status).toBe(422)
  await sql`insert into figure_alert (owner, og_id, page_id, key, name, rule, amount, created_at)
    select owner, og_id, page_id, key, name, rule, 1000 + n, created_at from figure_alert, generate_series(1, 199) as n
    where id = ${alert.id}`.execute(test.db)
  expect((await editor.call(createFigureAlert, { body: { ...body, amount: 7 } })).status).toBe(409)
  expect(await editor.get(deleteFigureAlert, { params: { id: String(alert.id) } })).toBeNull()
})
