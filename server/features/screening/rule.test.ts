import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { follow, listNotifications } from '#contract/notification.api.ts'
import { createPerson, deletePerson } from '#contract/person.api.ts'
import { decideScreening, type Screening } from '#contract/screening.api.ts'
import {
  getScreeningRule,
  type PreviewReply,
  previewScreeningRule,
  type ScreeningRule,
  setScreeningRule,
} from '#contract/screening_rule.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { deliverEvents } from '#server/features/notification/deliver.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { scopeOf } from './scope.ts'
import { closeEngine } from './screening.service.ts'
import { aList, hitsOn, person, ruleWith, runScreening, setRule } from './testing.ts'

const app = useTestApp()
afterAll(closeEngine)
afterEach(async () => void (await setRule(await app.as('admin'), null)))

const at = ({ id }: { id: number }) => ({ id: String(id) })
const stated = (hits: readonly Screening[]) =>
  hits.map(({ record, state, is_gone }) => `${record.name}: ${state}${is_gone ? ', gone' : ''}`).sort()

/**
 * Three persons of one list: the same name and birth date, the same name and another birth date, the same name alone.
 */
async function three(word: string) {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await aList(admin)
  const names = { near: `Ottavia ${word}`, far: `Leocadia ${word}son`, bare: `Wendeline ${word}berg` }
  await editor.get(createPerson, { body: { name: names.near, birth_time: '1960-04-05' } })
  await editor.get(createPerson, { body: { name: names.far, birth_time: '1960-04-05' } })
  await editor.get(createPerson, { body: { name: names.bare } })
  await load(
    app,
    admin,
    list,
    fileOf([
      person('n', names.near, { birthDate: ['1960-04-05'] }),
      person('f', names.far, { birthDate: ['1985-11-30'] }),
      person('b', names.bare),
    ]),
  )
  return { admin, editor, list, names }
}

/** Pages through both parts to their ends and sums the counts. */
async function preview(admin: Client, rule: ScreeningRule) {
  const counts: Record<string, number> = {}
  const examples: PreviewReply['examples'] = []
  for (const part of ['hits', 'others'] as const)
    for (let after: PreviewReply['next'] = null; ; ) {
      const reply: PreviewReply = await admin.get(previewScreeningRule, { body: { rule, part, after } })
      for (const [name, count] of Object.entries(reply.counts)) counts[name] = (counts[name] ?? 0) + count
      examples.push(...reply.examples)
      after = reply.next
      if (!after) break
    }
  return { counts, examples }
}

describe('the scores', () => {
  test('have defaults and limits, are stored by version, and are reset in one action', async () => {
    const admin = await app.as('admin')
    const before = await admin.get(getScreeningRule)
    expect(before).toMatchObject({ is_default: true, rule: before.defaults })
    expect(before.defaults).toMatchObject({ threshold: 70, strong: 90, weights: { name: 90, same_number: 50 } })
    const rule = ruleWith(before.rule, { threshold: 80, weights: { other_date: 12.34 } })
    const set = await admin.get(setScreeningRule, { body: { rule, version: before.version } })
    expect(set).toMatchObject({ version: before.version + 1, is_default: false, set_by: { id: admin.id } })
    expect(set.rule).toMatchObject({ threshold: 80, weights: { other_date: 12.3, name: 90 } })
    expect((await admin.call(setScreeningRule, { body: { rule, version: before.version } })).status).toBe(409)
    const same = await admin.get(setScreeningRule, { body: { rule: set.rule, version: set.version } })
    expect(same.version).toBe(set.version)
    const back = await admin.get(setScreeningRule, { body: { rule: null, version: set.version } })
    expect(back).toMatchObject({ version: set.version + 1, is_default: true, rule: before.defaults })
    const { items } = await admin.get(listAudit, { query: { user_id: [String(admin.id)], noun: ['system'] } })
    expect(items.map(({ act, detail }) => ({ act, ...detail }))).toEqual([
      expect.objectContaining({ act: 'set_screening', is_default: true, to: { threshold: 70, other_date: 30 } }),
      expect.objectContaining({
        ...{ act: 'set_screening', version: before.version + 1 },
        ...{ from: { threshold: 70, other_date: 30 }, to: { threshold: 80, other_date: 12.3 } },
      }),
    ])
  })

  test('outside their limits, missing, or with the strong threshold below the minimum are refused', async () => {
    const admin = await app.as('admin')
    const { rule, version } = await admin.get(getScreeningRule)
    const wrong = [
      ruleWith(rule, { threshold: 20 }),
      ruleWith(rule, { threshold: 95, strong: 90 }),
      ruleWith(rule, { weights: { name: 500 } }),
      ruleWith(rule, { weights: { name: Number.NaN } }),
      { ...rule, weights: { name: 90 } } as never,
      { ...rule, weights: { ...rule.weights, __proto__x: 1 } } as never,
    ]
    for (const each of wrong)
      expect((await admin.call(setScreeningRule, { body: { rule: each, version } })).status).toBe(422)
    expect(
      (await admin.call(previewScreeningRule, { body: { rule: wrong[0]!, part: 'hits', after: null } })).status,
    ).toBe(422)
    expect((await admin.get(getScreeningRule)).version).toBe(version)
  })
})

describe('a preview', () => {
  test('reports what would appear, vanish, become stronger or weaker, and that decisions stay; it writes nothing', async () => {
    const { admin, editor, list, names } = await three('Quarmby')
    const before = await hitsOn(editor, list)
    expect(stated(before)).toEqual([`${names.bare}: open`, `${names.near}: open`].sort())
    const { rule } = await admin.get(getScreeningRule)
    const wide = await preview(admin, ruleWith(rule, { weights: { other_date: 0, other_year: 0 } }))
    expect(wide.counts).toMatchObject({ appear: 1, vanish: 0, gone: 0 })
    expect(wide.examples).toContainEqual(
      expect.objectContaining({ change: 'appear', record: expect.objectContaining({ name: names.far }), before: null }),
    )
    const hit = before.find(({ record }) => record.name === names.bare)
    await editor.get(decideScreening, { params: at(hit!), body: { state: 'different' } })
    const narrow = await preview(admin, ruleWith(rule, { threshold: 95, strong: 100 }))
    expect(narrow.counts).toMatchObject({ appear: 0, gone: 1, weaker: 1 })
    const strict = await preview(admin, ruleWith(rule, { threshold: 99, strong: 99 }))
    expect(strict.counts).toMatchObject({ vanish: 1, gone: 1 })
    expect(strict.examples.map(({ change, state }) => `${change}: ${state}`).sort()).toEqual([
      'gone: different',
      'vanish: open',
    ])
    expect(stated(await hitsOn(editor, list))).toEqual([`${names.bare}: different`, `${names.near}: open`].sort())
  })

  test('omits records in the trash', async () => {
    const { admin, names, list, editor } = await three('Xanderly')
    const hit = (await hitsOn(editor, list)).find(({ record }) => record.name === names.near)
    await admin.get(deletePerson, { params: at(hit!.record) })
    const { rule } = await admin.get(getScreeningRule)
    const { examples } = await preview(admin, ruleWith(rule, { threshold: 99, strong: 99 }))
    expect(examples.filter(({ list: { id } }) => id === list.id).map(({ record }) => record.name)).toEqual([names.bare])
  })
})

describe('changed scores', () => {
  test('rescreen affected records; a decided hit stays, is reported as no longer a hit, and returns with its decision', async () => {
    const { admin, editor, list, names } = await three('Vossington')
    const hit = (await hitsOn(editor, list)).find(({ record }) => record.name === names.bare)
    const decided = await editor.get(decideScreening, {
      params: at(hit!),
      body: { state: 'different', note: '不是 𠮷' },
    })
    const { version } = await admin.get(getScreeningRule)
    expect(decided.decided_rule).toBe(version)
    expect((await setRule(admin, { threshold: 95, strong: 95 })).progress).toMatchObject({ done: 0 })
    await app.drainJobs()
    expect((await admin.get(getScreeningRule)).progress).toBeNull()
    expect(stated(await hitsOn(editor, list))).toEqual([`${names.bare}: different, gone`, `${names.near}: open`].sort())
    await setRule(admin, { weights: { other_date: 0, other_year: 0 } })
    await app.drainJobs()
    const after = await hitsOn(editor, list)
    expect(stated(after)).toEqual([`${names.bare}: different`, `${names.far}: open`, `${names.near}: open`].sort())
    expect(after.find(({ id }) => id === hit!.id)).toMatchObject({
      note: '不是 𠮷',
      decided_rule: version,
      is_gone: false,
    })
  })

  test('notify a follower of a new hit once, whichever worker is killed meanwhile', async () => {
    const { admin, editor, list, names } = await three('Ysbrandt')
    const far = await editor.get(createPerson, { body: { name: names.far, birth_time: '1960-04-05' } })
    await editor.get(follow, { body: { noun: 'person', record_id: far.id } })
    await setRule(admin, { weights: { other_date: 0, other_year: 0 } })
    for (const _ of [1, 2, 3]) {
      const stop = new AbortController()
      stop.abort(new Error('killed'))
      await expect(runScreening(app, stop.signal)).rejects.toThrow('killed')
    }
    await Promise.all([runScreening(app), runScreening(app)])
    await deliverEvents(app.ctx)
    const { items } = await editor.get(listNotifications, { query: {} })
    expect(items.filter(({ noun, record_id }) => noun === 'person' && record_id === far.id)).toHaveLength(1)
    expect(stated(await hitsOn(editor, list))).toContain(`${names.far}: open`)
    expect((await admin.get(getScreeningRule)).progress).toBeNull()
  })

  test('rescreen only records whose result they can change', async () => {
    const { rule } = await (await app.as('admin')).get(getScreeningRule)
    const scope = (patch: Parameters<typeof ruleWith>[1]) => scopeOf(rule, ruleWith(rule, patch))
    expect(scope({ strong: 95 })).toBe('none')
    expect(scope({ threshold: 60 })).toBe('all')
    expect(scope({ weights: { name: 91 } })).toBe('all')
    expect(scope({ weights: { common_name: 0 } })).toBe('all')
    expect(scope({ threshold: 80, weights: { name: 80, other_date: 50 } })).toEqual([])
    expect(scope({ weights: { other_date: 20, same_sex: 5, other_sex: 100 } })).toEqual(['date', 'sex'])
    expect(scope({ weights: { same_number: 60, same_country: 1 } })).toEqual(['identifiers'])
  })
})
