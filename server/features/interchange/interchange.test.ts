import { describe, expect, test } from 'vitest'
import { createEvent, listEvents } from '#contract/event.api.ts'
import {
  cancelInterchange,
  getInterchange,
  getInterchangeFile,
  importInterchange,
  listInterchangeRows,
  listInterchanges,
  runInterchange,
} from '#contract/interchange.api.ts'
import { createMembership } from '#contract/membership.api.ts'
import { createOg, getOg, listOgs } from '#contract/og.api.ts'
import { createPerson, getPerson, listPersonHistory, listPersons } from '#contract/person.api.ts'
import { createRelation } from '#contract/relation.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

import { exportContent, idParams, importAndCheck, rowsOf, run, sum } from './testing.ts'

const home = useTestApp()
const abroad = useTestApp()

describe('from one installation to another and back', () => {
  test('persons, organisations, links and events are imported unchanged, and return unchanged', async () => {
    await abroad.db.updateTable('installation').set({ id: 'feedbeef' }).execute()
    const anna = await home.as('editor')
    const bert = await abroad.as('editor')
    const og = await anna.get(createOg, {
      body: { name: '海港物流', eng_name: 'Harbour', host: 'harbour.example', region: 'SG', danger_level: '受制裁' },
    })
    const boss = await anna.get(createPerson, {
      body: {
        name: '林晚',
        aliases: ['Lin Wan'],
        birth_time: '1971-03',
        labels: ['港口'],
        education: [{ school: '临海大学', degree: '博士', from: '1989', to: null }],
        score: 77,
      },
    })
    const aide = await anna.get(createPerson, { body: { name: '周易', external_id: 'Q9' } })
    await anna.get(createMembership, { body: { person_id: boss.id, og_id: og.id, role: '董事', start_time: '2015' } })
    await anna.get(createRelation, {
      params: { id: String(boss.id) },
      body: { person_id: aide.id, type: 'subordinate', desc: '多年同事' },
    })
    const event = await anna.get(createEvent, {
      body: {
        title: '签约',
        start_time: '2026-11-21T14:05Z',
        labels: ['合同'],
        ogs: [og.id],
        persons: [boss.id, aide.id],
      },
    })
    const ids = { og: [og.id], person: [boss.id, aide.id], event: [event.id] }
    const sent = await exportContent(home, anna, ids)
    expect(sent.done.counts.map(({ kind, total }) => [kind, total])).toEqual([
      ['og', 1],
      ['person', 2],
      ['event', 1],
      ['membership', 1],
      ['relation', 1],
    ])
    expect(sent.done.not_carried).toEqual([
      { what: 'person', field: 'score', reason: 'no_home', count: 1, examples: ['77'] },
    ])

    const dry = await importAndCheck(abroad, bert, sent.text)
    expect(dry).toMatchObject({ state: 'checked', format: 'ftm', not_carried: [] })
    expect([sum(dry, 'new'), sum(dry, 'wrong')]).toEqual([6, 0])
    expect((await bert.get(listPersons, { query: { keyword: '林晚' } })).total).toBe(0)
    expect(await run(abroad, bert, dry)).toMatchObject({ state: 'done', written: 6 })

    const [found] = (await bert.get(listPersons, { query: { keyword: '林晚' } })).items
    const arrived = await bert.get(getPerson, idParams(found?.id ?? 0))
    expect(arrived).toMatchObject({
      name: '林晚',
      aliases: ['Lin Wan'],
      birth_time: '1971-03',
      labels: ['港口'],
      education: boss.education,
      owner: bert.id,
      memberships: [{ og_name: '海港物流', role: '董事', start_time: '2015', end_time: null }],
      relations: [{ person_name: '周易', type: 'subordinate', desc: '多年同事' }],
      external_id: sent.entities.find(each => each.properties.name?.[0] === '林晚')?.id,
    })
    const [there] = (await bert.get(listEvents, { query: { keyword: '签约' } })).items
    expect(there).toMatchObject({ start_time: '2026-11-21T14:05Z', labels: ['合同'] })
    expect([there?.ogs.length, there?.persons.length]).toEqual([1, 2])
    expect((await bert.get(listOgs, { query: { keyword: '海港' } })).items[0]).toMatchObject({
      eng_name: 'Harbour',
      danger_level: '受制裁',
      host: 'harbour.example',
      region: 'SG',
    })
    const history = await bert.get(listPersonHistory, idParams(arrived.id))
    expect(history.items.at(-1)).toMatchObject({ act: 'create', user_id: bert.id })

    // A second import finds nothing new in either installation, from either file.
    for (const [test, client, text] of [
      [abroad, bert, sent.text],
      [home, anna, sent.text],
      [home, anna, (await exportContent(abroad, bert)).text],
    ] as const) {
      const again = await importAndCheck(test, client, text)
      expect([sum(again, 'new'), sum(again, 'changed'), sum(again, 'wrong')]).toEqual([0, 0, 0])
      expect(sum(again, 'unchanged')).toBe(6)
    }
  })

  test('a changed copy changes the original record, and only in its stated values', async () => {
    const anna = await home.as('editor')
    const person = await aPerson(home.ctx, { name: '原名', desc: '留下', aliases: ['旧'], score: 5 })
    const { entities } = await exportContent(home, anna, { og: [], person: [person.id], event: [] })
    const [entity] = entities
    const copy = { ...entity, properties: { name: ['原名', '新'], position: ['部长'] } }
    const dry = await importAndCheck(home, anna, [copy])
    const [row] = await rowsOf(anna, dry.id)
    expect(row).toMatchObject({ verdict: 'changed', record_id: person.id })
    await run(home, anna, dry)
    const after = await anna.get(getPerson, idParams(person.id))
    expect(after).toMatchObject({ name: '原名', aliases: ['旧', '新'], position: '部长', desc: '留下', score: 5 })
    const [entry] = (await anna.get(listPersonHistory, idParams(person.id))).items
    expect(entry?.changes.map(({ field }) => field).sort()).toEqual(['aliases', 'position'])
  })
})

describe('access', () => {
  test('unreadable records are not exported, nor are links to them', async () => {
    const admin = await home.as('admin')
    const reader = await home.as('reader')
    const secret = await anOg(home.ctx, { name: 'Zqxjk og', owner: admin.id, read_user: [admin.id] })
    const hidden = await aPerson(home.ctx, { name: 'Zqxjk person', owner: admin.id, read_user: [admin.id] })
    const open = await aPerson(home.ctx, { name: '公开的人', ogs: [secret.id] })
    await admin.get(createRelation, { params: { id: String(open.id) }, body: { person_id: hidden.id, type: 'friend' } })
    const event = await anEvent(home.ctx, { title: '公开的事', ogs: [secret.id], persons: [open.id, hidden.id] })
    const ids = { og: [secret.id], person: [open.id, hidden.id], event: [event.id] }
    const { done, text, entities } = await exportContent(home, reader, ids)
    expect(text).not.toContain('Zqxjk')
    for (const id of [`og-${secret.id}"`, `person-${hidden.id}"`]) expect(text).not.toContain(id)
    expect(JSON.stringify(done)).not.toContain('Zqxjk')
    expect(entities.map(({ schema }) => schema)).toEqual(['Person', 'Event'])
    expect((await exportContent(home, admin, ids)).entities).toHaveLength(6)
  })

  test('links are exported only with both their ends', async () => {
    const admin = await home.as('admin')
    const og = await anOg(home.ctx)
    const person = await aPerson(home.ctx, { ogs: [og.id] })
    const schemas = async (
      ...sent: Parameters<typeof exportContent> extends [unknown, unknown, ...infer R] ? R : never
    ) => (await exportContent(home, admin, ...sent)).entities.map(({ schema }) => schema)
    const only = { og: [og.id], person: [person.id], event: [] }
    expect(await schemas(only)).toEqual(['Organization', 'Person', 'Membership'])
    expect(await schemas(only, ['person', 'membership', 'relation'])).toEqual(['Person'])
    expect(await schemas({ ...only, og: [] })).toEqual(['Person'])
  })

  test('a job is visible to its owner only: for other users it does not exist', async () => {
    const anna = await home.as('editor')
    const { done } = await exportContent(home, anna, { og: [], person: [], event: [] })
    const dry = await importAndCheck(home, anna, [{ id: 'x', schema: 'Person', properties: { name: ['X'] } }])
    for (const stranger of [await home.as('admin'), await home.as('editor')]) {
      const statuses = await Promise.all([
        stranger.call(getInterchange, idParams(done.id)),
        stranger.call(getInterchangeFile, idParams(done.id)),
        stranger.call(listInterchangeRows, idParams(dry.id)),
        stranger.call(cancelInterchange, idParams(dry.id)),
        stranger.call(runInterchange, { ...idParams(dry.id), body: { read_user: [], write_user: [] } }),
      ])
      expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
      expect((await stranger.get(listInterchanges)).total).toBe(0)
    }
    expect((await anna.get(listInterchanges, { query: { direction: 'import' } })).items).toHaveLength(1)
    const reader = await home.as('reader')
    expect((await reader.upload(importInterchange, { name: 'a', content: '{}' })).status).toBe(403)
  })

  test('a user who may not change a record cannot change it by a file, nor link two such records', async () => {
    const admin = await home.as('admin')
    const editor = await home.as('editor')
    const locked = { owner: admin.id, write_user: [admin.id] }
    const person = await aPerson(home.ctx, { ...locked, name: '锁定', external_id: 'LOCK-1' })
    await anOg(home.ctx, { ...locked, name: '锁定组织', external_id: 'LOCK-2' })
    await aPerson(home.ctx, { name: 'Zqxjk', owner: admin.id, read_user: [admin.id], external_id: 'HID-1' })
    const dry = await importAndCheck(home, editor, [
      { id: 'LOCK-1', schema: 'Person', properties: { name: ['改名'] } },
      { id: 'm1', schema: 'Membership', properties: { member: ['LOCK-1'], organization: ['LOCK-2'] } },
      { id: 'p2', schema: 'Person', properties: { name: ['自己的'] } },
      { id: 'm2', schema: 'Membership', properties: { member: ['p2'], organization: ['LOCK-2'] } },
      { id: 'f1', schema: 'Family', properties: { person: ['p2'], relative: ['HID-1'] } },
    ])
    const rows = await rowsOf(editor, dry.id)
    expect(rows.map(({ verdict }) => verdict)).toEqual(['wrong', 'wrong', 'new', 'new', 'wrong'])
    expect(rows[4]?.faults).toEqual(['One end of the link is neither in the file nor in the system: HID-1.'])
    expect(await run(home, editor, dry)).toMatchObject({ state: 'done', written: 2 })
    expect((await editor.get(getPerson, idParams(person.id))).name).toBe('锁定')
  })

  test('new records get the access lists that the importer chose', async () => {
    const editor = await home.as('editor')
    const other = await home.as('editor')
    const dry = await importAndCheck(home, editor, [
      { id: 'r1', schema: 'Company', properties: { name: ['Restricted AG'] } },
    ])
    const bad = await editor.call(runInterchange, {
      ...idParams(dry.id),
      body: { read_user: [987654], write_user: [] },
    })
    expect(bad.status).toBe(422)
    await run(home, editor, dry, { read_user: [editor.id] })
    const [row] = await rowsOf(editor, dry.id)
    expect((await editor.get(getOg, idParams(row?.record_id ?? 0))).read_user).toEqual([editor.id])
    expect((await other.call(getOg, idParams(row?.record_id ?? 0))).status).toBe(404)
  })

  test('an importer who loses the role in the meantime writes nothing', async () => {
    const editor = await home.as('editor')
    const dry = await importAndCheck(home, editor, [{ id: 'd1', schema: 'Person', properties: { name: ['D'] } }])
    await editor.get(runInterchange, { ...idParams(dry.id), body: { read_user: [], write_user: [] } })
    await home.db.updateTable('user').set({ role: 'reader' }).where('id', '=', editor.id).execute()
    await home.drainJobs()
    expect(await editor.get(getInterchange, idParams(dry.id))).toMatchObject({
      state: 'failed',
      written: 0,
      error: 'Your account is disabled, or your role can no longer do this.',
    })
  })
})
