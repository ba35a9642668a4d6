import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createPerson } from '#contract/person.api.ts'
import { listSetAside, retrySetAside } from '#contract/set_aside.api.ts'
import { captions, fileOf, load } from '#server/features/list/testing.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import * as party from './party.ts'
import { closeEngine } from './screening.service.ts'
import { aList, hitsOn, person, runScreening } from './testing.ts'

const app = useTestApp()
afterAll(closeEngine)
afterEach(() => vi.restoreAllMocks())

/** No known name makes the engine throw; in this test, names with this word do. */
const bad = 'Poisonbury'
function makeUnreadable() {
  const { partyOfRecord, partyOfEntry } = party
  const orThrow = (text: string) => {
    if (text.includes(bad)) throw new RangeError('no such character')
  }
  vi.spyOn(party, 'partyOfRecord').mockImplementation(row => {
    orThrow(row.names.join())
    return partyOfRecord(row)
  })
  vi.spyOn(party, 'partyOfEntry').mockImplementation(row => {
    orThrow(JSON.stringify(row.properties))
    return partyOfEntry(row)
  })
}

const quarantined = async (admin: Client) =>
  (await admin.get(listSetAside, { query: { queue: ['screening'], pageSize: 50 } as never })).items

const again = async (admin: Client, id: number) => {
  await admin.get(retrySetAside, { params: { id: String(id) } })
  await app.drainJobs()
  await runScreening(app)
}
const named = async (client: Client, list: { id: number }) =>
  (await hitsOn(client, list)).map(({ record }) => record.name).sort()

test('a record that cannot be screened is quarantined, the other records are screened, and it is screened once that is possible', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await aList(admin)
  const names = ['Ermintrude Ackerley', `Ermintrude ${bad}`, 'Ermintrude Zwingli']
  // Nearly the same names, none of which is refused.
  const entries = names.map((name, n) => person(String(n), name.replace('bury', 'burry')))
  await load(app, admin, list, fileOf(entries))
  makeUnreadable()
  for (const name of names) await editor.get(createPerson, { body: { name } })
  await runScreening(app)
  expect(await named(editor, list)).toEqual([names[0], names[2]])
  const [item, ...more] = await quarantined(admin)
  expect(more).toEqual([])
  expect(item).toMatchObject({ error: 'RangeError: no such character', detail: { noun: 'person' } })
  await again(admin, item!.id)
  expect((await quarantined(admin))[0]?.attempts).toBeGreaterThan(item!.attempts)
  vi.restoreAllMocks()
  await again(admin, item!.id)
  expect(await quarantined(admin)).toEqual([])
  expect(await named(editor, list)).toEqual(names)
})

test('an unreadable entry does not prevent hits on other entries, and is compared with all records once it can be read', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await aList(admin)
  const names = ['Philippa Ackerley', `Philippa ${bad}`, '𠮷田 太郎']
  for (const name of names) await editor.get(createPerson, { body: { name } })
  await runScreening(app)
  makeUnreadable()
  const readRecord = vi.mocked(party.partyOfRecord)
  readRecord.mockRestore()
  const loaded = await load(app, admin, list, fileOf(names.map((name, n) => person(`e${n}`, name))))
  expect(await captions(admin, loaded)).toHaveLength(3)
  expect(await named(editor, list)).toEqual([names[0], names[2]])
  const [item, ...more] = await quarantined(admin)
  expect(more).toEqual([])
  expect(item).toMatchObject({ key: `entry:${list.id}:e1`, detail: { list_id: list.id, entry_key: 'e1' } })
  await again(admin, item!.id)
  expect(await quarantined(admin)).toHaveLength(1)
  vi.restoreAllMocks()
  await again(admin, item!.id)
  expect(await quarantined(admin)).toEqual([])
  expect(await named(editor, list)).toEqual([...names].sort())
})
