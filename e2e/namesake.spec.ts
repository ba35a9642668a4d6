import { type ReplaySite, startReplaySite } from '../server/testing/replay-site.ts'
import { expect, type TeamMember, test } from './journey.ts'

type CallApi = <T>(
  who: TeamMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>
type List<T> = { items: T[] }

let site: ReplaySite
test.beforeAll(async () => {
  site = await startReplaySite()
})
test.afterAll(() => site.close())

const html = (body: string) =>
  `<html lang="zh-CN"><title>通讯</title><body><main><h1>通讯</h1><p>每周一发布本周要闻，欢迎来稿。</p>${body}</main></body></html>`

test('a common name in a changed page is offered unticked, and the event created from it links no one', async ({
  page,
  admin,
  enter,
  callApi,
}) => {
  test.setTimeout(180_000)
  const get = callApi as CallApi
  const mark = Date.now().toString(36)
  const make = async (noun: 'person' | 'og', body: object) =>
    (await get<{ id: number }>(admin, 'POST', `/v1/${noun}`, body)).id
  const [bank, school] = [await make('og', { name: `国泰银行${mark}` }), await make('og', { name: `东海大学${mark}` })]
  const banker = { name: '张伟', birth_time: '1962', position: '董事长', region: 'CN', ogs: [bank] }
  const one = await make('person', banker)
  const teacher = { name: '张伟', birth_time: '1985', position: '讲师', ogs: [school] }
  const other = await make('person', teacher)
  const watched = await make('og', { name: `通讯社 ${mark}`, entrances: [`${site.origin}/`] })
  await get(admin, 'PUT', `/v1/og/${watched}/site`, { delay_ms: 0 })
  const fetchAll = async (number: number) => {
    await get(admin, 'POST', `/v1/og/${watched}/round`)
    await expect
      .poll(async () => (await get<List<object>>(admin, 'GET', `/v1/og/${watched}/round`)).items[0], {
        timeout: 60_000,
        intervals: [300],
      })
      .toMatchObject({ number, state: 'complete' })
  }
  site.set('/', html(''))
  await fetchAll(1)
  site.set('/', html('<p>摄影师张伟的作品昨日展出。</p>'))
  await fetchAll(2)
  const diffs = await get<List<{ id: number; page: { id: number } }>>(
    admin,
    'GET',
    `/v1/diff?og_id=${watched}&kind=changed`,
  )
  const diff = diffs.items[0]!

  await enter(page, admin, `/admin/diff/detail?id=${diff.id}`)
  await expect(page.getByRole('button', { name: '可能提及：张伟' })).toHaveCount(2)
  await page.getByRole('button', { name: '生成事件' }).click()
  const dialog = page.getByRole('dialog', { name: '选择要关联的记录' })
  await expect(dialog.getByText(`东海大学${mark} · 讲师 · 1985 年`)).toBeVisible()
  const boxes = dialog.getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  await expect(boxes.first()).toBeFocused()
  for (const box of await boxes.all()) await expect(box).not.toBeChecked()
  await dialog.getByRole('button', { name: '不关联，继续' }).click()
  const made = page.waitForResponse(each => each.url().endsWith('/v1/event') && each.request().method() === 'POST')
  await page.getByRole('button', { name: '保存' }).click()
  const { data } = await (await made).json()
  expect(await get<object>(admin, 'GET', `/v1/event/${data.id}`)).toMatchObject({ persons: [] })
  for (const id of [one, other])
    expect(await get<object>(admin, 'GET', `/v1/event?person=${id}`)).toMatchObject({ total: 0 })
})
