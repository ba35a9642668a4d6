import { afterAll, describe, expect, test } from 'vitest'
import { mergeRecords } from '#contract/duplicate.ts'
import { createList, type List } from '#contract/list.ts'
import { createOg, deleteOg, updateOg } from '#contract/og.ts'
import { createPerson, updatePerson } from '#contract/person.ts'
import { editors, roles } from '#contract/role.ts'
import { decideScreening, getScreening, listScreenings } from '#contract/screening.ts'
import { fileOf, load, type Party } from '#server/features/list/testing.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { closeEngine } from './screening.ts'

const app = useTestApp()
afterAll(closeEngine)
let made = 0
const aList = async (): Promise<List> => {
  made += 1
  return await (await app.as('admin')).get(createList, { body: { name: `Sanctions ${made}` } })
}
const person = (id: string, name: string | string[], more: Record<string, string[]> = {}): Party => ({
  id,
  properties: { name: [name].flat(), ...more },
})
const hitsOn = async (client: Client, list: List, query: object = {}) =>
  (await client.get(listScreenings, { query: { list_id: String(list.id), ...query } as never })).items
const pairs = async (client: Client, list: List, query: object = {}) =>
  (await hitsOn(client, list, query)).map(({ record, caption, state }) => `${record.name} = ${caption}: ${state}`)
const at = ({ id }: { id: number }) => ({ id: String(id) })

describe('a record', () => {
  test('is found on a list in another script, and the likeness is told feature by feature', async () => {
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

  test('that is added, renamed or deleted later is compared then', async () => {
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

/** The clock's job of a minute. */
async function screened() {
  const { screenJob } = await import('./screen.ts')
  await screenJob(app.ctx, {}, { signal: undefined })
}

describe('a decision', () => {
  test('is remembered through new versions, and only what was compared and has changed opens it again', async () => {
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

  test('stays where the entry goes, and holds again where it comes back', async () => {
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

  test('goes with a record that is merged into another', async () => {
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
  test('a pair of a restricted or deleted record is not there for others', async () => {
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

test('a worker killed in the middle of a list goes on and keeps each pair once', async () => {
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
