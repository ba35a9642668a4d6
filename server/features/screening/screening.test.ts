import { afterAll, describe, expect, test } from 'vitest'
import { listClaims } from '#contract/claim.api.ts'
import { mergeRecords } from '#contract/duplicate.api.ts'
import { createList, type List } from '#contract/list.api.ts'
import { follow, listNotifications } from '#contract/notification.api.ts'
import { createOg, deleteOg, getOg, updateOg } from '#contract/og.api.ts'
import { createPerson, updatePerson } from '#contract/person.api.ts'
import { editors, roles } from '#contract/role.ts'
import { countScreenings, decideScreening, getScreening, listScreenings } from '#contract/screening.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { fileOf, load, type TestParty } from '#server/features/list/testing.ts'
import { deliverEvents } from '#server/features/notification/deliver.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { closeEngine } from './screening.service.ts'
import { setRule } from './testing.ts'

const app = useTestApp()
afterAll(closeEngine)
let made = 0
const aList = async (): Promise<List> => {
  made += 1
  return await (await app.as('admin')).get(createList, { body: { name: `Sanctions ${made}` } })
}
const person = (id: string, name: string | string[], more: Record<string, string[]> = {}): TestParty => ({
  id,
  properties: { name: [name].flat(), ...more },
})
const hitsOn = async (client: Client, list: List, query: object = {}) =>
  (await client.get(listScreenings, { query: { list_id: String(list.id), ...query } as never })).items
const pairs = async (client: Client, list: List, query: object = {}) =>
  (await hitsOn(client, list, query)).map(({ record, caption, state }) => `${record.name} = ${caption}: ${state}`)
const at = ({ id }: { id: number }) => ({ id: String(id) })

describe('a record', () => {
  test('is found on a list in another script, and the similarity is explained feature by feature', async () => {
    const editor = await app.as('editor')
    const list = await aList()
    await editor.get(createPerson, { body: { name: 'Юсуф Ибрагимович Мурадханов', birth_time: '1971-03-09' } })
    await editor.get(createPerson, { body: { name: 'Nobody Likethis' } })
    await load(
      app,
      await app.as('admin'),
      list,
      fileOf([person('a', 'Yusuf Ibragimovich Muradkhanov', { birthDate: ['1971-03-09'] }), person('b', 'Ben Other')]),
    )
    const [hit, ...rest] = await hitsOn(editor, list)
    expect(rest).toEqual([])
    expect(hit).toMatchObject({ caption: 'Yusuf Ibragimovich Muradkhanov', entry_key: 'a', state: 'open' })
    const detail = await editor.get(getScreening, { params: at(hit!) })
    expect(detail.party).toMatchObject({ names: ['Юсуф Ибрагимович Мурадханов'], dates: ['1971-03-09'] })
    expect(detail.entry.properties.name).toEqual(['Yusuf Ibragimovich Muradkhanov'])
    expect(detail.features.map(({ code }) => code)).toContain('same_date')
  })

  test('that is later added, renamed or deleted is compared at that time', async () => {
    const editor = await app.as('editor')
    const list = await aList()
    await load(app, await app.as('admin'), list, fileOf([person('a', 'Zebulon Quistgaard'), person('b', 'Otto Ferdl')]))
    expect(await pairs(editor, list)).toEqual([])
    const og = await editor.get(createPerson, { body: { name: 'Quistgaard, Zebulon' } })
    await app.drainJobs()
    expect(await pairs(editor, list)).toEqual([])
    await screened()
    expect(await pairs(editor, list)).toEqual(['Quistgaard, Zebulon = Zebulon Quistgaard: open'])
    await editor.get(updatePerson, { params: at(og), body: { name: 'Somebody Else' } })
    await screened()
    expect(await pairs(editor, list)).toEqual([])
  })
})

/** The job that runs every minute. */
async function screened() {
  const { screenJob } = await import('./screen.ts')
  await screenJob(app.ctx, {}, { signal: undefined })
}

describe('a decision', () => {
  test('persists through new versions, and is reopened only by a change of compared fields', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('editor')]
    const list = await aList()
    const mine = await editor.get(createPerson, { body: { name: 'Aurelio Bracamonte Tizón' } })
    const entry = person('a', 'Aurelio Bracamonte Tizón')
    await load(app, admin, list, fileOf([entry]))
    const [hit] = await hitsOn(editor, list)
    const body = { state: 'different', reason: 'birth_date', note: '生日不同 𠮷', rev: hit!.rev } as const
    const decided = await editor.get(decideScreening, { params: at(hit!), body })
    expect(decided).toMatchObject({ state: 'different', decided_by: editor.id, reason: 'birth_date' })
    expect((await editor.call(decideScreening, { params: at(hit!), body })).status).toBe(409)

    await load(app, admin, list, fileOf([{ ...entry, properties: { ...entry.properties, notes: ['new words'] } }]))
    expect(await pairs(editor, list)).toEqual(['Aurelio Bracamonte Tizón = Aurelio Bracamonte Tizón: different'])
    await editor.get(updatePerson, { params: at(mine), body: { position: 'Minister' } })
    await screened()
    expect((await hitsOn(editor, list))[0]).toMatchObject({ state: 'different', reopened: [] })

    await load(app, admin, list, fileOf([{ ...entry, properties: { ...entry.properties, birthDate: ['1970'] } }]))
    expect((await hitsOn(editor, list))[0]).toMatchObject({ state: 'open', reopened: ['entry.dates'], note: body.note })
  })

  test('persists when the entry is removed, and applies again when it returns', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('editor')]
    const list = await aList()
    await editor.get(createOg, { body: { name: 'Vostochny Orlanov Trading' } })
    const [orlanov, other] = [person('o', 'Vostochny Orlanov Trading'), person('x', 'Xaver Unrelated')]
    orlanov.schema = 'Company'
    await load(app, admin, list, fileOf([orlanov, other]))
    const [hit] = await hitsOn(editor, list)
    await editor.get(decideScreening, { params: at(hit!), body: { state: 'same', reason: 'name' } })
    await load(app, admin, list, fileOf([other]))
    expect((await hitsOn(editor, list))[0]).toMatchObject({ state: 'same', is_gone: true })
    await load(app, admin, list, fileOf([orlanov, other]))
    expect((await hitsOn(editor, list))[0]).toMatchObject({ state: 'same', is_gone: false, id: hit!.id })
  })

  test('moves with a record that is merged into another', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('super_editor')]
    const list = await aList()
    const [a, b] = [
      await editor.get(createOg, { body: { name: 'Golden Heron Shipping' } }),
      await editor.get(createOg, { body: { name: 'Golden Heron Shipping Ltd' } }),
    ]
    await load(app, admin, list, fileOf([{ ...person('g', 'Golden Heron Shipping'), schema: 'Company' }]))
    const hits = await hitsOn(editor, list)
    expect(hits).toHaveLength(2)
    const ofB = hits.find(hit => hit.record.id === b.id)
    await editor.get(decideScreening, { params: at(ofB!), body: { state: 'different', reason: 'other' } })
    await editor.get(mergeRecords, {
      body: { noun: 'og', target_id: a.id, sources: [{ id: b.id, rev: b.rev }], target_rev: a.rev, fields: {} },
    })
    await screened()
    const after = await hitsOn(editor, list)
    expect(after.map(({ record }) => record.id)).toEqual([a.id])
    expect(after[0]?.decided_at).not.toBeNull()
  })
})

describe('access', () => {
  test('a pair of a restricted or deleted record does not exist for other users', async () => {
    const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
    const list = await aList()
    const secret = await editor.get(createOg, { body: { name: 'Krasnaya Zvezda Metall', read_user: [editor.id] } })
    await load(app, admin, list, fileOf([{ ...person('k', 'Krasnaya Zvezda Metall'), schema: 'Company' }]))
    const [hit] = await hitsOn(editor, list)
    expect(await hitsOn(other, list)).toEqual([])
    expect((await other.call(getScreening, { params: at(hit!) })).status).toBe(404)
    expect((await other.call(decideScreening, { params: at(hit!), body: { state: 'same' } })).status).toBe(404)
    for (const role of roles.filter(role => !editors.includes(role))) {
      const client = await app.as(role)
      expect((await client.call(listScreenings, { query: {} })).status, role).toBe(403)
    }
    await editor.get(updateOg, { body: { id: secret.id, desc: 'x' } })
    await admin.get(deleteOg, { params: at(secret) })
    expect(await hitsOn(editor, list)).toEqual([])
  })
})

test('a worker killed in the middle of a list continues and stores each pair once', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await aList()
  for (const name of ['Ingeborg Sandvoll', 'Halvard Nymoen', 'Ragnhild Tveitan'])
    await editor.get(createPerson, { body: { name } })
  const { screenJob } = await import('./screen.ts')
  await screened()
  const stop = new AbortController()
  const file = fileOf([
    person('1', 'Ingeborg Sandvoll'),
    person('2', 'Halvard Nymoen'),
    person('3', 'Ragnhild Tveitan'),
  ])
  stop.abort(new Error('killed'))
  await load(app, admin, list, file)
  await app.db.deleteFrom('screened_list').where('list_id', '=', list.id).execute()
  await expect(screenJob(app.ctx, {}, { signal: stop.signal })).rejects.toThrow('killed')
  await Promise.all([screened(), screened()])
  expect((await pairs(editor, list)).sort()).toHaveLength(3)
})

describe('“same”', () => {
  const everything = {
    level: true,
    names: ['Северная Звезда Логистик'],
    numbers: ['inn::7700000016', 'inn::7799999999'],
  }
  const entry: TestParty = {
    id: 's',
    schema: 'Company',
    properties: {
      name: ['Severnaya Zvezda Logistik'],
      alias: ['Северная Звезда Логистик'],
      innCode: ['7700000016'],
      topics: ['sanction'],
    },
  }

  test('writes the selected values into the record as the list’s claims, and that reopens nothing', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('editor')]
    const list = await aList()
    const og = await editor.get(createOg, { body: { name: 'Severnaya Zvezda Logistik', aliases: ['SZL'] } })
    await load(app, admin, list, fileOf([entry]))
    const [hit] = await hitsOn(editor, list)
    const { proposal } = await editor.get(getScreening, { params: at(hit!) })
    expect(proposal).toMatchObject({
      level: '待定',
      names: ['Северная Звезда Логистик'],
      numbers: [{ scheme: 'inn', value: '7700000016' }],
      source: { name: list.name },
    })
    const decided = await editor.get(decideScreening, {
      params: at(hit!),
      // A value that the list does not contain is not written, even if the request includes it.
      body: {
        state: 'same',
        reason: 'name',
        rev: hit!.rev,
        apply: { ...everything, names: [...everything.names, 'Mine'] },
      },
    })
    expect(decided.applied).toMatchObject({ level: '待定', names: everything.names, numbers: [{ scheme: 'inn' }] })
    const after = await editor.get(getOg, { params: at(og) })
    expect(after).toMatchObject({ danger_level: '受制裁', aliases: ['SZL', 'Северная Звезда Логистик'] })
    expect(after.identifiers.map(({ value }) => value)).toEqual(['7700000016'])
    const { items } = await editor.get(listClaims, { query: { noun: 'og', record_id: String(og.id) } })
    expect(items.map(({ field, source }) => `${field}: ${source?.name}`).sort()).toEqual([
      `aliases: ${list.name}`,
      `identifiers: ${list.name}`,
    ])
    await screened()
    expect((await hitsOn(editor, list))[0]).toMatchObject({ state: 'same', reopened: [] })

    const back = await editor.get(decideScreening, { params: at(hit!), body: { state: 'open', rev: decided.rev } })
    expect(back).toMatchObject({ state: 'open', decided_by: null, applied: { names: everything.names } })
    expect((await editor.get(getOg, { params: at(og) })).danger_level).toBe('受制裁')
  })

  test('notifies followers of the record who may read it, as a new hit does', async () => {
    const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
    const list = await aList()
    const og = await editor.get(createOg, { body: { name: 'Blue Kestrel Freight' } })
    for (const client of [admin, other]) await client.get(follow, { body: { noun: 'og', record_id: og.id } })
    await load(app, admin, list, fileOf([{ ...person('b', 'Blue Kestrel Freight'), schema: 'Company' }]))
    await deliverEvents(app.ctx)
    expect(await notificationsOf(other, og)).toEqual(['maybe_listed'])
    await editor.get(updateOg, { body: { id: og.id, read_user: [editor.id, admin.id] } })
    const [hit] = await hitsOn(editor, list)
    await editor.get(decideScreening, { params: at(hit!), body: { state: 'same' } })
    await deliverEvents(app.ctx)
    expect(await notificationsOf(admin, og)).toContain('listed')
    expect(await notificationsOf(other, og)).toEqual([])
  })

  test('needs the right to change the record, and the first of two concurrent ones wins', async () => {
    const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
    const list = await aList()
    await editor.get(createOg, { body: { name: 'Amberline Tankers', write_user: [editor.id] } })
    await load(app, admin, list, fileOf([{ ...person('t', 'Amberline Tankers'), schema: 'Company' }]))
    const [hit] = await hitsOn(other, list)
    expect(hit?.can).toEqual([])
    expect((await other.call(decideScreening, { params: at(hit!), body: { state: 'same' } })).status).toBe(403)
    const answers = await Promise.all(
      (['same', 'different'] as const).map(state =>
        editor.call(decideScreening, { params: at(hit!), body: { state, rev: hit!.rev } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const counts = await editor.get(countScreenings, { query: { list_id: String(list.id) } as never })
    expect(counts.open).toBe(0)
    expect(counts.same + counts.different).toBe(1)
  })
})

async function notificationsOf(client: Client, { id }: { id: number }): Promise<string[]> {
  const { items } = await client.get(listNotifications, { query: {} })
  return items.filter(({ noun, record_id }) => noun === 'og' && record_id === id).map(({ kind }) => kind)
}

describe('if two people have to dismiss a strong hit', () => {
  test('the first proposes it, and only another person confirms or reopens it', async () => {
    const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
    await admin.get(setSystemSetting, { body: { name: 'screening_four_eyes', value: true } })
    await setRule(admin, { threshold: 60, strong: 60 })
    const list = await aList()
    await editor.get(createPerson, { body: { name: 'Ottoline Vandersteen' } })
    await load(app, admin, list, fileOf([person('v', 'Ottoline Vandersteen')]))
    const [hit] = await hitsOn(editor, list)
    const decide = (client: Client, state: 'different' | 'open') =>
      client.get(decideScreening, { params: at(hit!), body: { state } })
    expect((await editor.get(getScreening, { params: at(hit!) })).needs_second).toBe(true)
    expect((await decide(editor, 'different')).state).toBe('proposed')
    expect((await decide(editor, 'different')).state).toBe('proposed')
    expect((await other.get(getScreening, { params: at(hit!) })).needs_second).toBe(false)
    expect(await decide(other, 'different')).toMatchObject({ state: 'different', decided_by: other.id })
    expect((await decide(other, 'open')).state).toBe('open')
    await admin.get(setSystemSetting, { body: { name: 'screening_four_eyes', value: null } })
    await setRule(admin, null)
    expect((await decide(editor, 'different')).state).toBe('different')
  })
})
