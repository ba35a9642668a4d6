import { afterEach, describe, expect, test } from 'vitest'
import { dashboardEvents } from '#contract/dashboard.api.ts'
import { getDemo, loadDemo, removeDemo } from '#contract/demo.api.ts'
import { listEvents } from '#contract/event.api.ts'
import { createOg, dangerLevels, deleteOg, getOg, listOgs, updateOg } from '#contract/og.api.ts'
import { createOgCate, deleteOgCate, listOgCates, updateOgCate } from '#contract/og_cate.api.ts'
import { getPerson, listPersons } from '#contract/person.api.ts'
import { regionTree } from '#contract/region.ts'
import { roles } from '#contract/role.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const at = (record: { id: number }) => ({ id: String(record.id) })
const all = { query: { pageSize: '100' } }

afterEach(async () => {
  await (await app.as('admin')).get(removeDemo)
})

describe('the demonstration records', () => {
  test('are two dozen fictional organisations of every continent and danger level, in five categories', async () => {
    const admin = await app.as('admin')
    expect(await admin.get(getDemo)).toEqual({ is_loaded: false, record_count: 0 })
    expect(await admin.get(loadDemo)).toEqual({ is_loaded: true, record_count: 51 })
    const { items } = await admin.get(listOgs, all)
    expect(items).toHaveLength(24)
    for (const og of items) {
      expect(og.is_demo).toBe(true)
      expect(`${og.name} ${og.desc}`).toMatch(/虚构/)
      expect(`${og.eng_name} ${og.desc}`).toMatch(/fictional/)
      expect(og.name).toMatch(/\p{Script=Han}/u)
      expect(og.host).toMatch(/^[a-z0-9.-]+\.example$/)
      for (const entrance of og.entrances) expect(new URL(entrance).hostname).toBe(og.host)
    }
    for (const level of dangerLevels)
      expect(
        items.some(og => og.danger_level === level),
        level,
      ).toBe(true)
    for (const [continent, countries] of Object.entries(regionTree))
      expect(
        items.some(og => (countries as readonly string[]).includes(og.region ?? '')),
        continent,
      ).toBe(true)
    const categories = (await admin.get(listOgCates, all)).items
    expect(categories).toHaveLength(5)
    expect(categories.reduce((sum, category) => sum + category.og_count, 0)).toBe(24)
    // The API accepts the values when a form sends them.
    for (const { name, eng_name, desc, host, entrances, region, register_time, scale } of items) {
      const body = { name, eng_name, desc, host, entrances, region, register_time, scale }
      await admin.get(deleteOg, { params: at(await admin.get(createOg, { body })) })
    }
  })

  test('are a dozen fictional persons with memberships and relations, and ten events around today', async () => {
    const admin = await app.as('admin')
    await admin.get(loadDemo)
    const persons = (await admin.get(listPersons, all)).items
    expect(persons).toHaveLength(12)
    let relations = 0
    for (const { id } of persons) {
      const person = await admin.get(getPerson, { params: { id: String(id) } })
      expect(person.is_demo).toBe(true)
      expect(person.name).toMatch(/虚构/)
      expect(person.desc).toMatch(/fictional/)
      expect(person.memberships.length).toBeGreaterThan(0)
      relations += person.relations.length
    }
    expect(relations).toBe(2 * 12)
    const events = (await admin.get(listEvents, all)).items
    expect(events).toHaveLength(10)
    for (const event of events) {
      expect(event.is_demo).toBe(true)
      expect(event.title).toMatch(/虚构 fictional/)
      expect(event.ogs.length).toBeGreaterThan(0)
    }
    const { coming, past } = await admin.get(dashboardEvents, {})
    expect([coming.length, past.length]).toEqual([5, 4])
    await admin.get(removeDemo)
    expect((await admin.get(listPersons, all)).total).toBe(0)
    expect((await admin.get(listEvents, all)).total).toBe(0)
    for (const table of ['membership', 'relation', 'event_og', 'event_person'] as const)
      expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })

  test('are partly restricted: other users do not see those', async () => {
    const admin = await app.as('admin')
    await admin.get(loadDemo)
    const seen = await (await app.as('reader')).get(listOgs, all)
    expect(seen.total).toBe(20)
    expect((await (await app.as('admin')).get(listOgs, all)).total).toBe(24)
  })

  test('are loaded once, even by many concurrent requests', async () => {
    const admin = await app.as('admin')
    await Promise.all(Array.from({ length: 6 }, () => admin.get(loadDemo)))
    expect(await admin.get(loadDemo)).toEqual({ is_loaded: true, record_count: 51 })
    const mixed = await Promise.all([
      admin.call(removeDemo),
      admin.call(loadDemo),
      admin.call(removeDemo),
      admin.call(loadDemo),
    ])
    expect(mixed.map(answer => answer.status)).toEqual([200, 200, 200, 200])
    expect([0, 51]).toContain((await admin.get(getDemo)).record_count)
  })

  test('are deleted permanently, including edited and trashed ones, and leave the team’s own records', async () => {
    const admin = await app.as('admin')
    await admin.get(loadDemo)
    const [edited, trashed] = (await admin.get(listOgs, all)).items
    const [category, gone] = (await admin.get(listOgCates, all)).items
    if (!edited || !trashed || !category || !gone) throw new Error('nothing was loaded')
    await admin.get(updateOg, { body: { id: edited.id, name: 'Now quite another name', desc: null } })
    await admin.get(deleteOg, { params: at(trashed) })
    await admin.get(updateOgCate, { params: at(category), body: { name: 'Renamed' } })
    await admin.get(deleteOgCate, { params: at(gone) })
    const ownCategory = await admin.get(createOgCate, { body: { name: 'Our own' } })
    const own = await admin.get(createOg, { body: { name: 'Ours', category_id: ownCategory.id } })
    const within = await admin.get(createOg, { body: { name: 'Ours within', category_id: category.id } })
    expect(await admin.get(removeDemo)).toEqual({ is_loaded: false, record_count: 0 })
    expect(await admin.get(removeDemo)).toEqual({ is_loaded: false, record_count: 0 })
    for (const og of [edited, trashed]) expect((await admin.call(getOg, { params: at(og) })).status).toBe(404)
    expect(await admin.get(getOg, { params: at(own) })).toEqual(own)
    expect(await admin.get(getOg, { params: at(within) })).toMatchObject({ category_id: null, rev: 2 })
    expect((await admin.get(listOgCates, all)).items.map(item => item.name)).toEqual(['Our own'])
    expect(
      (await admin.get(listOgs, { query: { trash: 'true', keyword: 'fictional' } })).items.map(og => og.is_demo),
    ).not.toContain(true)
  })

  test('use a category of the team with the same name, and leave it', async () => {
    const admin = await app.as('admin')
    const own = await admin.get(createOgCate, { body: { name: '能源 ENERGY（虚构 fictional）' } })
    expect((await admin.get(loadDemo)).record_count).toBe(50)
    const found = (await admin.get(listOgCates, all)).items.find(item => item.id === own.id)
    expect(found?.og_count).toBe(5)
    await admin.get(removeDemo)
    expect((await admin.get(listOgCates, all)).items.map(item => item.id)).toContain(own.id)
  })

  test('are only for administrators', async () => {
    for (const role of roles) {
      const client = await app.as(role)
      const expected = role === 'admin' ? 200 : 403
      for (const endpoint of [getDemo, loadDemo, removeDemo])
        expect((await client.call(endpoint)).status).toBe(expected)
    }
  })
})
