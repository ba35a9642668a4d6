import { afterAll, describe, expect, test } from 'vitest'
import { mergeRecords } from '#contract/duplicate.api.ts'
import { createOg, listOgs, type Og } from '#contract/og.api.ts'
import { createOgRelation } from '#contract/og_relation.api.ts'
import { createPerson, deletePerson } from '#contract/person.api.ts'
import { editors, roles } from '#contract/role.ts'
import { decideScreening, getScreening, undoScreening } from '#contract/screening.api.ts'
import { getScreeningRule, previewScreeningRule, setScreeningRule } from '#contract/screening_rule.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { erasureOf } from '../erasure/testing.ts'
import { screenQueued } from './screen-queue.ts'
import { closeEngine } from './screening.service.ts'
import { aList, hitsOn, person, runScreening, setRule } from './testing.ts'

const app = useTestApp()
afterAll(closeEngine)
const at = ({ id }: { id: number }) => ({ id: String(id) })
const same = { level: true, names: [], numbers: [] }

/** Persons with these names, and a list that contains them all. */
async function listed(names: readonly string[]) {
  const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
  const list = await aList(admin)
  const persons = []
  for (const name of names) persons.push(await editor.get(createPerson, { body: { name } }))
  await load(app, admin, list, fileOf(names.map((name, n) => person(`e${n}`, name))))
  return { admin, editor, other, list, persons, hits: await hitsOn(editor, list, { sort: 'found_at' }) }
}

describe('a user without the right', () => {
  test('can neither set scores, nor see what others would change, nor undo a decision', async () => {
    const { hits, admin } = await listed(['Hippolyte Vandersmissen'])
    const { rule, version } = await admin.get(getScreeningRule)
    for (const role of roles.filter(role => role !== 'admin')) {
      const client = await app.as(role)
      expect((await client.call(getScreeningRule)).status, role).toBe(403)
      expect((await client.call(setScreeningRule, { body: { rule: null, version } })).status, role).toBe(403)
      const body = { rule, part: 'hits', after: null } as const
      expect((await client.call(previewScreeningRule, { body })).status, role).toBe(403)
      if (editors.includes(role as never)) continue
      const decided = await client.call(decideScreening, { params: at(hits[0]!), body: { state: 'same' } })
      expect(decided.status, role).toBe(403)
      expect((await client.call(undoScreening, { params: at(hits[0]!), body: {} })).status, role).toBe(403)
    }
  })

  test('cannot decide a hit of a record that is in the trash, merged into another or erased', async () => {
    const names = ['Theodolinde Achterberg', 'Gottlieb Achterberg', 'Walpurga Achterberg', 'Leocadie Achterberg']
    const { admin, editor, list, persons, hits } = await listed(names)
    const hitOf = (n: number) => hits.find(({ record }) => record.id === persons[n]!.id)!
    const [trashed, merged, kept, erased] = [hitOf(0), hitOf(1), hitOf(2), hitOf(3)]
    await editor.get(decideScreening, { params: at(erased), body: { state: 'unsure', note: 'Heimlichkeit 𠮷' } })
    await admin.get(deletePerson, { params: at(persons[0]!) })
    const body = {
      ...{ noun: 'person' as const, target_id: persons[2]!.id, target_rev: persons[2]!.rev, fields: {} },
      sources: [{ id: persons[1]!.id, rev: persons[1]!.rev }],
    }
    await (await app.as('super_editor')).get(mergeRecords, { body })
    const { tracesOf, erase } = erasureOf(app)
    await erase(admin, persons[3]!.id)
    for (const hit of [trashed, merged, erased]) {
      const answer = await editor.call(decideScreening, { params: at(hit), body: { state: 'same', apply: same } })
      expect(answer.status).toBe(404)
      expect((await editor.call(undoScreening, { params: at(hit), body: {} })).status).toBe(404)
    }
    await runScreening(app)
    // The list still contains the name, because the name is the list’s own data.
    const traces = await tracesOf('Heimlichkeit')
    expect(traces.join()).toBe('')
    const left = await hitsOn(editor, list)
    expect(new Set(left.map(({ record }) => record.id))).toEqual(new Set([kept.record.id]))
  })

  test('gets an error that names the invalid field, and rare characters are stored unchanged', async () => {
    const { editor, hits } = await listed(['Quirinus Overbeek'])
    const decide = (body: unknown, id: unknown = hits[0]!.id) =>
      editor.call(decideScreening, { params: { id: String(id) }, body: body as never })
    const wrong: [body: unknown, id?: unknown][] = [
      [{ state: 'proposed' }],
      [{ state: 'same', note: 'x'.repeat(10_000) }],
      [{ state: 'same', reason: 'because' }],
      [{ state: 'same', apply: { level: 'yes', names: [], numbers: [] } }],
      [{ state: 'same', apply: { level: true, names: Array.from({ length: 101 }, () => 'x'), numbers: [] } }],
      [{ state: 'same', decided_by: 1 }],
      [{}],
      [{ state: 'same' }, 0],
      [{ state: 'same' }, '1e3'],
    ]
    for (const [body, id] of wrong) expect((await decide(body, id)).status, JSON.stringify(body)).toBe(422)
    expect((await decide({ state: 'same' }, 999_999_999_999)).status).toBe(404)
    const note = '姜𤨒姬 \u202eشركة 👩‍👧'
    expect((await decide({ state: 'different', reason: 'other', note })).status).toBe(200)
    expect((await editor.get(getScreening, { params: at(hits[0]!) })).note).toBe(note)
  })
})

describe('two people', () => {
  const fourEyes = async (admin: Client, value: boolean | null) =>
    void (await admin.get(setSystemSetting, { body: { name: 'screening_four_eyes', value } }))

  test('are required also when one user sends many requests at a time, or proposed for a record that was merged', async () => {
    const { admin, editor, other, list, persons, hits } = await listed([
      'Ambrosius Terwilliger',
      'Ambrosius Terwilliger',
    ])
    await fourEyes(admin, true)
    await setRule(admin, { strong: 70 })
    const decide = (client: Client, id: number) =>
      client.call(decideScreening, { params: at({ id }), body: { state: 'different' } })
    await Promise.all(Array.from({ length: 6 }, () => decide(editor, hits[0]!.id)))
    const states = async () => (await hitsOn(editor, list)).map(({ state }) => state)
    expect(await states()).not.toContain('different')
    const source = persons.find(({ id }) => id === hits[0]!.record.id)!
    const target = persons.find(({ id }) => id !== source.id)!
    const body = {
      ...{ noun: 'person' as const, target_id: target.id, target_rev: target.rev, fields: {} },
      sources: [{ id: source.id, rev: source.rev }],
    }
    await (await app.as('super_editor')).get(mergeRecords, { body })
    await runScreening(app)
    for (const hit of await hitsOn(editor, list)) await decide(editor, hit.id)
    expect(await states()).not.toContain('different')
    for (const hit of await hitsOn(editor, list)) await decide(other, hit.id)
    expect(await states()).toContain('different')
    await fourEyes(admin, null)
    await setRule(admin, null)
  })
})

test('background worker, job, decisions, undo and merges at the same time lose nothing and end in one state', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `Zacharias Brandenburgh ${'abcdefghijkl'[n]}enkamp`)
  const { admin, editor, other, list, persons } = await listed(names)
  const merger = await app.as('super_editor')
  const churn = async (client: Client, turn: number) => {
    for (const hit of await hitsOn(client, list)) {
      const body = { state: (['different', 'same', 'unsure', 'open'] as const)[(hit.id + turn) % 4]!, rev: hit.rev }
      const answer = await client.call(decideScreening, { params: at(hit), body })
      expect([200, 404, 409]).toContain(answer.status)
      const { rev } = (answer.body as { data?: { rev?: number } }).data ?? {}
      if (answer.status === 200 && turn % 2 === 0 && rev !== undefined)
        expect([200, 404, 409]).toContain((await client.call(undoScreening, { params: at(hit), body: { rev } })).status)
    }
  }
  const merges = async () => {
    for (const n of [0, 2, 4]) {
      const [target, source] = [persons[n]!, persons[n + 1]!]
      const body = {
        ...{ noun: 'person' as const, target_id: target.id, target_rev: target.rev, fields: {} },
        sources: [{ id: source.id, rev: source.rev }],
      }
      expect((await merger.call(mergeRecords, { body })).status).toBe(200)
    }
  }
  for (const turn of [1, 2, 3, 4]) {
    const more = names.map((name, n) => person(`e${n}`, name, { notes: [`${turn}`] }))
    await Promise.all([
      ...[load(app, admin, list, fileOf(more)), churn(editor, turn), churn(other, turn + 1)],
      ...[runScreening(app), screenQueued(app.ctx), screenQueued(app.ctx), turn === 2 ? merges() : undefined],
    ])
  }
  await runScreening(app)
  const after = await hitsOn(editor, list, { pageSize: 100 })
  const pairs = after.map(({ record, entry_key }) => `${record.id} ${entry_key}`)
  expect(new Set(pairs).size).toBe(pairs.length)
  // Each remaining person still has a hit on their own entry.
  for (const n of [0, 2, 4, 6, 7, 8, 9, 10, 11]) expect(pairs).toContain(`${persons[n]!.id} e${n}`)
})

test('an organisation that is owned to 50 % in sum by parties confirmed on a list is reported as such', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await aList(admin)
  const names = ['Kestrelmoor Holding', 'Larkspurton Invest', 'Owned Quietly GmbH']
  const made: Og[] = []
  for (const name of names) made.push(await editor.get(createOg, { body: { name } }))
  for (const [n, share] of [30, 25].entries())
    await editor.get(createOgRelation, {
      body: {
        from: { noun: 'og', id: made[n]!.id },
        og_id: made[2]!.id,
        type: 'owns',
        share_min: share,
        share_max: share,
      },
    })
  await load(
    app,
    admin,
    list,
    fileOf(names.slice(0, 2).map((name, n) => ({ ...person(`o${n}`, name), schema: 'Company' }))),
  )
  const half = async () =>
    (await editor.get(listOgs, { query: { sanctioned_share: ['certain'], pageSize: 50 } as never })).items.map(
      ({ id }) => id,
    )
  const hits = await hitsOn(editor, list)
  expect(hits).toHaveLength(2)
  for (const hit of hits) {
    expect(await half()).not.toContain(made[2]!.id)
    await editor.get(decideScreening, { params: at(hit), body: { state: 'same', apply: same } })
  }
  expect(await half()).toContain(made[2]!.id)
})
