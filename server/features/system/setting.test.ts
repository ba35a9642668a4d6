import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { listSystemSettings, setSystemSetting, systemSettings } from '#contract/system.api.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const name = 'report_four_eyes'
const itemOf = (items: { name: string }[]) => items.find(item => item.name === name)

describe('system settings', () => {
  test('have their defaults until a user changes them', async () => {
    const admin = await app.as('admin')
    const { items } = await admin.get(listSystemSettings)
    expect(items.map(item => item.name)).toEqual(Object.keys(systemSettings))
    expect(itemOf(items)).toEqual({ name, value: true, is_default: true, updated_at: null, updated_by: null })
    expect(await readSetting(app.ctx, name)).toBe(true)
  })

  test('apply at once in every process, show who set them, and return to the default', async () => {
    const admin = await app.as('admin')
    const other = await app.another()
    const set = await admin.get(setSystemSetting, { body: { name, value: false } })
    expect(itemOf(set.items)).toMatchObject({
      value: false,
      is_default: false,
      updated_by: { id: admin.id, username: admin.username },
    })
    const headers = { authorization: `Bearer ${admin.token}` }
    const answer = await other.inject({ url: '/v1/system/setting', headers })
    expect(itemOf(answer.json().data.items)).toMatchObject({ value: false })
    expect(await readSetting(app.ctx, name)).toBe(false)
    await other.close()
    const back = await admin.get(setSystemSetting, { body: { name, value: null } })
    expect(itemOf(back.items)).toMatchObject({ value: true, is_default: true, updated_by: null })
    expect(await readSetting(app.ctx, name)).toBe(true)
  })

  test('are recorded in the audit log with old and new value; unchanged values are not', async () => {
    const admin = await app.as('admin')
    for (const value of [false, false, null]) await admin.get(setSystemSetting, { body: { name, value } })
    const { items } = await admin.get(listAudit, { query: { user_id: [String(admin.id)], noun: ['system'] } })
    expect(items.map(({ act, detail }) => ({ act, detail }))).toEqual([
      { act: 'set_system', detail: { name, from: false, to: true } },
      { act: 'set_system', detail: { name, from: true, to: false } },
    ])
  })

  test.each([
    ['yes', 'en-US', '“Require a second person to publish” must be true or false'],
    [1, 'zh-CN', '“报告须由他人发布”只能是 true 或 false'],
  ])('of another kind (%j) are refused with their label', async (value, language, sentence) => {
    const admin = await app.as('admin')
    const answer = await admin.call(setSystemSetting, { body: { name, value } }, { 'accept-language': language })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([{ path: 'value', message: sentence }])
  })

  test.each(['constructor', '__proto__', 'report_four_eyes\u0000', ''])('named %j are not found', async wrong => {
    const admin = await app.as('admin')
    const answer = await admin.call(setSystemSetting, { body: { name: wrong as never, value: true } })
    expect(answer.status).toBe(422)
  })

  test('that another version stored in another form have their defaults', async () => {
    await sql`insert into system_setting (name, value) values (${name}, '"sometimes"'), ('gone', '7')`.execute(app.db)
    const admin = await app.as('admin')
    expect(itemOf((await admin.get(listSystemSettings)).items)).toMatchObject({ value: true, is_default: true })
    expect(await readSetting(app.ctx, name)).toBe(true)
  })

  test('set concurrently produce a consistent history', async () => {
    await sql`delete from system_setting`.execute(app.db)
    const admin = await app.as('admin')
    const values = Array.from({ length: 12 }, (_, n) => n % 2 === 0)
    await Promise.all(values.map(value => admin.get(setSystemSetting, { body: { name, value } })))
    const { items } = await admin.get(listAudit, {
      query: { user_id: [String(admin.id)], sort: 'at', noun: ['system'] },
    })
    const steps = items.map(({ detail }) => detail)
    expect(steps.every(({ from, to }, n) => from !== to && from === (steps[n - 1]?.to ?? true))).toBe(true)
    expect(await readSetting(app.ctx, name)).toBe(steps.at(-1)?.to ?? true)
  })
})
