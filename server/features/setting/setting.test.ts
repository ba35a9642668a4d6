import { describe, expect, test } from 'vitest'
import { getSetting, updateSetting } from '#contract/setting.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

describe('settings', () => {
  test('are stored for each user separately', async () => {
    const [one, other] = [await app.as('device'), await app.as('reader')]
    expect(await one.get(getSetting)).toEqual({})
    await one.get(updateSetting, { body: { theme: 'dark', menu_width: 300 } })
    await one.get(updateSetting, { body: { theme_color: '#00aa55' } })
    expect(await one.get(getSetting)).toEqual({ theme: 'dark', menu_width: 300, theme_color: '#00aa55' })
    expect(await other.get(getSetting)).toEqual({})
  })

  test('of lists are merged list by list', async () => {
    const user = await app.as('reader')
    await user.get(updateSetting, { body: { lists: { og: { density: 'compact', columns: ['name'] } } } })
    await user.get(updateSetting, { body: { lists: { user: { widths: { name: 200 } } } } })
    const after = await user.get(updateSetting, { body: { lists: { og: { density: 'loose' } } } })
    expect(after.lists).toEqual({ og: { density: 'loose' }, user: { widths: { name: 200 } } })
  })

  test('changed in many windows at once are all stored', async () => {
    const user = await app.as('reader')
    const names = Array.from({ length: 12 }, (_, n) => `list_${n}`)
    await Promise.all(names.map(name => user.get(updateSetting, { body: { lists: { [name]: { layout: 'card' } } } })))
    expect(Object.keys((await user.get(getSetting)).lists ?? {}).toSorted()).toEqual(names.toSorted())
  })

  test('are limited in size', async () => {
    const user = await app.as('reader')
    const columns = Array.from({ length: 100 }, (_, n) => `column_${n}_${'x'.repeat(40)}`)
    const statuses: number[] = []
    for (let n = 0; n < 20; n += 1)
      statuses.push((await user.call(updateSetting, { body: { lists: { [`list_${n}`]: { columns } } } })).status)
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(413)
    const kept = await user.get(getSetting)
    expect(JSON.stringify(kept).length).toBeLessThanOrEqual(65_536)
  })

  test('stored in an outdated form are ignored', async () => {
    const user = await app.as('reader')
    const setting = JSON.stringify({ theme: 'sepia', menu_width: 9000, footer: false, gone: 1 })
    await app.db.updateTable('user').set({ setting }).where('id', '=', user.id).execute()
    expect(await user.get(getSetting)).toEqual({ footer: false })
    expect(await user.get(updateSetting, { body: { menu: false } })).toEqual({ footer: false, menu: false })
  })

  test.each([
    { theme: 'red' },
    { theme_color: 'url(//x)' },
    { menu_width: 10 },
    { locale: 'fr-FR' },
    { unknown: 1 },
    { lists: { og: { columns: 'name' } } },
    { lists: { og: { widths: { name: 1e9 } } } },
  ])('%j is refused', async body => {
    const user = await app.as('reader')
    expect((await user.call(updateSetting, { body: body as never })).status).toBe(422)
    expect(await user.get(getSetting)).toEqual({})
  })

  test('cannot reach a prototype', async () => {
    const user = await app.as('reader')
    const answer = await app.app.inject({
      method: 'PUT',
      url: '/v1/setting',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      payload: '{"lists":{"constructor":{"density":"loose"}}}',
    })
    expect(answer.statusCode).toBeLessThan(500)
    expect(({} as { density?: string }).density).toBeUndefined()
  })
})
