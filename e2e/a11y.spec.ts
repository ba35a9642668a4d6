import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { waitUntilSettled } from './settled.ts'
import { watchSite } from './watched-site.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function faultsOf(page: Page) {
  // An archived page is not our code, and its sandbox prevents the scripts of axe.
  const { violations } = await new AxeBuilder({ page }).withTags(wcag).exclude('iframe[sandbox]').analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(node => node.html.slice(0, 200))])
}

async function expectNoFaults(page: Page) {
  expect(await faultsOf(page)).toEqual([])
}

const pages = [
  '/dashboard',
  '/og',
  '/admin/og',
  '/person',
  '/admin/person',
  '/event',
  '/event?show=calendar',
  '/event?show=calendar&span=week',
  '/event?show=timeline',
  '/event?show=map',
  '/report',
  '/upload',
  '/issue',
  '/search',
  '/search?keyword=Axe',
  '/notification',
  '/inbox',
  '/admin/audit',
  '/admin/erasure',
  '/admin/duplicate',
  '/admin/screening',
  '/admin/list',
  '/admin/source',
  '/admin/og_cates',
  '/admin/user_manage',
  '/user/info',
]

for (const theme of ['light', 'dark'] as const)
  test.describe(theme, () => {
    test.beforeEach(async ({ member, callApi, page, enter }) => {
      const admin = await member('admin')
      const og = await callApi<{ items: unknown[] }>(admin, 'GET', '/v1/og')
      if (og.items.length < 5)
        for (const n of [1, 2, 3, 4, 5])
          await callApi(admin, 'POST', '/v1/og', { name: `Axe ${n}`, danger_level: '一类' })
      const persons = await callApi<{ items: unknown[] }>(admin, 'GET', '/v1/person?keyword=Axe')
      if (persons.items.length < 2) {
        const { items } = await callApi<{ items: { id: number }[] }>(admin, 'GET', '/v1/og?pageSize=2')
        const memberships = items.map(og => ({ og_id: og.id, role: 'Chair' }))
        const first = await callApi<{ id: number }>(admin, 'POST', '/v1/person', {
          name: 'Axe One',
          is_focus: true,
          memberships,
        })
        const relations = [{ person_id: first.id, type: 'friend' }]
        await callApi(admin, 'POST', '/v1/person', { name: 'Axe Two', is_focus: true, region: 'CN', relations })
        for (const level of [1, 2, 3, 4, 5])
          await callApi(admin, 'POST', '/v1/event', {
            title: `Axe event ${level}`,
            level,
            // Yesterday, because the upcoming events of the dashboard belong to another test.
            start_time: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
            region: 'FR',
            persons: [first.id],
            status: level > 3 ? 'confirmed' : 'draft',
          })
      }
      await callApi(admin, 'PUT', '/v1/setting', { theme })
      await enter(page, admin, '/dashboard', theme === 'light' ? 'zh-CN' : 'en-US')
    })

    test('axe finds no fault on any screen of records', async ({ page, url }) => {
      test.setTimeout(300_000)
      for (const path of pages) {
        await page.goto(url + path)
        await expect(page.locator('#content h1, #content h2').first()).toBeVisible()
        await waitUntilSettled(page)
        expect.soft(await faultsOf(page), path).toEqual([])
      }
    })

    test('axe finds no fault in reading and writing a report', async ({ page, url, admin, callApi }) => {
      const key = 'abcdefgh'
      const { items } = await callApi<{ items: { id: number; name: string }[] }>(admin, 'GET', '/v1/og?pageSize=1')
      const og = items[0] as { id: number; name: string }
      const mention = { type: 'mention', attrs: { key, noun: 'og', id: og.id, label: og.name } }
      const cell = (type: string) => ({
        type,
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
      })
      const content = [
        { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Heading' }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'About ' }, mention] },
        { type: 'table', content: [{ type: 'tableRow', content: [cell('tableHeader'), cell('tableHeader')] }] },
      ]
      const report = await callApi<{ id: number }>(admin, 'POST', '/v1/report', {
        title: `Axe ${theme}`,
        body: { type: 'doc', content },
      })
      await page.goto(`${url}/report/${report.id}`)
      await expect(page.locator('#content table').first()).toBeVisible()
      await waitUntilSettled(page)
      await expectNoFaults(page)
      await page.getByRole('button', { name: theme === 'light' ? '编辑正文' : 'Edit text', exact: true }).click()
      await expect(page.locator('.ProseMirror table').first()).toBeVisible({ timeout: 30_000 })
      await waitUntilSettled(page)
      await expectNoFaults(page)
    })

    test('axe finds no fault in the form of an organisation', async ({ page, url }) => {
      await page.goto(`${url}/admin/og`)
      await page
        .getByRole('button', { name: theme === 'light' ? '新建' : 'Add', exact: true })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await waitUntilSettled(page)
      await expectNoFaults(page)
    })

    test('axe finds no fault in a person with overview, graph, table and events, and in their form', async ({
      page,
      url,
      admin,
      callApi,
    }) => {
      const { items } = await callApi<{ items: { id: number }[] }>(admin, 'GET', '/v1/person?keyword=Axe%20One')
      for (const tab of ['overview', 'relations', 'events', 'history']) {
        await page.goto(`${url}/person/${items[0]?.id}?tab=${tab}`)
        await expect(page.getByRole('tablist').first()).toBeVisible()
        await waitUntilSettled(page)
        await expectNoFaults(page)
      }
      await page.goto(`${url}/person/${items[0]?.id}?tab=relations`)
      await page.getByText(theme === 'light' ? '表格' : 'Table', { exact: true }).click()
      await expect(page.getByRole('table').first()).toBeVisible()
      await expectNoFaults(page)
      await page
        .getByRole('button', { name: theme === 'light' ? '编辑' : 'Edit', exact: true })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await waitUntilSettled(page)
      await expectNoFaults(page)
    })

    test('axe finds no fault in the record of an organisation and its history', async ({
      page,
      url,
      admin,
      callApi,
    }) => {
      const { items } = await callApi<{ items: { id: number }[] }>(admin, 'GET', '/v1/og?pageSize=1')
      const empty = await callApi<{ id: number }>(admin, 'POST', '/v1/og', { name: 'Axe without links' })
      for (const id of [items[0]?.id, empty.id]) {
        await page.goto(`${url}/og/${id}`)
        await expect(page.getByRole('tablist')).toBeVisible()
        await waitUntilSettled(page)
        await expectNoFaults(page)
      }
      await page.goto(`${url}/og/${items[0]?.id}?tab=history`)
      await waitUntilSettled(page)
      await expectNoFaults(page)
    })

    test('axe finds no fault in the screens of the monitor', async ({ page, url, admin, callApi }) => {
      test.setTimeout(240_000)
      const { og, person, page: id, diff, site } = await watchSite(callApi as never, admin)
      try {
        const head = '#content h1, #content h2'
        const screens = [
          ['/admin/pages', head],
          [`/admin/pages?og_id=${og}`, head],
          [`/admin/page/${id}?tab=text`, '#content mark'],
          [`/admin/page/${id}?tab=archive`, '#content iframe'],
          [`/admin/page/${id}?tab=compare`, '#content ins'],
          [`/admin/diff?og_id=${og}`, head],
          [`/admin/diff/detail?id=${diff}`, '#content ins'],
          ['/admin/words', head],
          ['/admin/words?hits=day', '[role="dialog"] li'],
          ['/admin/words?hits=page', '[role="dialog"] td'],
          [`/og/${og}?tab=site`, head],
          [`/og/${og}?tab=mentions`, head],
          [`/person/${person}?tab=mentions`, '#content li mark'],
          ['/dashboard', '#content section li a'],
        ] as const
        // Colours are the same at every width, so each theme is checked at one of the two.
        await page.setViewportSize({ width: theme === 'light' ? 1440 : 390, height: 900 })
        for (const [path, shown] of screens) {
          await page.goto(url + path)
          await expect(page.locator(shown).first()).toBeVisible()
          await waitUntilSettled(page)
          expect.soft(await faultsOf(page), path).toEqual([])
        }
      } finally {
        await site.close()
      }
    })
  })

for (const tone of ['dark', 'light'] as const)
  test(`axe finds no fault on the ${tone} crawler wall`, async ({ page, member, enter }) => {
    await enter(page, await member('device'), '/device/list', 'en-US')
    await expect(page.getByText('OK', { exact: false }).first()).toBeVisible({ timeout: 40_000 })
    if (tone === 'light') await page.getByRole('button', { name: 'Light' }).click()
    await expectNoFaults(page)
  })
