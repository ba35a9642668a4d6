import { describe, expect, test } from 'vitest'
import { getEvent, listEvents } from '#contract/event.api.ts'
import { cancelInterchange, getInterchange, getInterchangeFile, runInterchange } from '#contract/interchange.api.ts'
import { listMemberships } from '#contract/membership.api.ts'
import { deleteOg, getOg, listOgHistory } from '#contract/og.api.ts'
import { listOgRelations } from '#contract/og_relation.api.ts'
import { getPerson, listPersons } from '#contract/person.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { useTestApp } from '#server/testing/test-app.ts'

import { exportContent, idParams, importAndCheck, rowsOf, run, sum } from './testing.ts'

const home = useTestApp()

describe('files of other programs', () => {
  test('a sanctions list is imported with its persons, companies and links; the rest is reported', async () => {
    const editor = await home.as('editor')
    const dry = await importAndCheck(home, editor, [
      {
        id: 'NK-Ab1',
        caption: 'Mirko Vant',
        schema: 'Person',
        properties: {
          name: ['Mirko Vant', 'VANT, Mirko'],
          birthDate: ['1966-07-11', '1966'],
          nationality: ['rs'],
          topics: ['sanction'],
          passportNumber: ['X0001'],
        },
        datasets: ['xx_list'],
        referents: [],
        target: true,
      },
      {
        id: 'NK-Ab2',
        schema: 'Company',
        properties: { name: ['Vant Shipping'], jurisdiction: ['pa'], topics: ['sanction'] },
      },
      {
        id: 'NK-Ab3',
        schema: 'Directorship',
        properties: { director: ['NK-Ab1'], organization: ['NK-Ab2'], role: ['Chair'] },
      },
      { id: 'NK-Ab4', schema: 'Person', properties: { name: ['Iva Vant'] } },
      {
        id: 'NK-Ab5',
        schema: 'Family',
        properties: { person: ['NK-Ab1'], relative: ['NK-Ab4'], relationship: ['wife'] },
      },
      { id: 'NK-Ab6', schema: 'Sanction', properties: { entity: ['NK-Ab1'], authority: ['Board'] } },
      { id: 'NK-Ab7', schema: 'Vessel', properties: { name: ['MV Vant'] } },
      { id: 'NK-Ab8', schema: 'Ownership', properties: { owner: ['NK-Ab1'], asset: ['NK-Ab7'] } },
    ])
    expect(dry).toMatchObject({ format: 'ftm', state: 'checked' })
    expect([sum(dry, 'new'), sum(dry, 'wrong')]).toEqual([5, 0])
    const reportedOf = dry.not_carried.map(({ what, field, reason }) => `${what} ${field} ${reason}`).sort()
    expect(reportedOf).toEqual([
      'Ownership null no_end',
      'Person birthDate extra',
      'Sanction null unknown_schema',
      'Vessel null unknown_schema',
    ])
    await run(home, editor, dry)
    const [found] = (await editor.get(listPersons, { query: { keyword: 'NK-Ab1' } })).items
    const person = await editor.get(getPerson, idParams(found?.id ?? 0))
    expect(person).toMatchObject({
      name: 'Mirko Vant',
      aliases: ['VANT, Mirko'],
      birth_time: '1966-07-11',
      labels: ['sanction'],
      memberships: [{ og_name: 'Vant Shipping', role: 'Chair' }],
      relations: [{ person_name: 'Iva Vant', type: 'spouse', desc: 'wife' }],
      identifiers: [{ scheme: 'passport' }],
    })
    const og = await editor.get(getOg, idParams(person.ogs[0] ?? 0))
    expect(og).toMatchObject({ danger_level: '受制裁', region: 'PA', external_id: 'NK-Ab2' })
    const history = await editor.get(listOgHistory, idParams(og.id))
    expect(history.items[0]?.changes[0]?.field).toBe('persons')
  })

  test('a Popolo document is imported with memberships and events', async () => {
    const editor = await home.as('editor')
    const document = {
      persons: [
        { id: 'pp-1', name: 'Ana Petrel', birth_date: '1964', email: 'ana@example.org', honorific_prefix: 'Dr' },
        { id: 'pp-2', name: '' },
      ],
      organizations: [{ id: 'pp-1', name: 'Petrel Assembly', founding_date: '1901' }],
      memberships: [
        { person_id: 'pp-1', organization_id: 'pp-1', role: 'Speaker', start_date: '2010-01', end_date: '2014' },
        { person_id: 'pp-2', organization_id: 'pp-1' },
        { person_id: 'nobody', organization_id: 'pp-1' },
      ],
      events: [{ id: 'ev-1', name: 'Opening', start_date: '2010-01-05', organization_id: 'pp-1' }],
    }
    const dry = await importAndCheck(home, editor, JSON.stringify(document, null, 2), 'assembly.json')
    expect(dry).toMatchObject({ format: 'popolo', state: 'checked' })
    expect([sum(dry, 'new'), sum(dry, 'wrong')]).toEqual([4, 3])
    expect(dry.not_carried).toMatchObject([{ what: 'persons', field: 'honorific_prefix', examples: ['Dr'] }])
    const wrong = await rowsOf(editor, dry.id, 'wrong')
    expect(wrong.flatMap(({ faults }) => faults)).toEqual([
      'The name is missing.',
      'One end of the link will not be imported: person:pp-2.',
      'One end of the link is neither in the file nor in the system: person:nobody.',
    ])
    await run(home, editor, dry)
    const memberships = await editor.get(listMemberships, { query: { keyword: 'Petrel Assembly' } })
    expect(memberships.items).toMatchObject([
      { person_name: 'Ana Petrel', role: 'Speaker', start_time: '2010-01', end_time: '2014' },
    ])
    const [event] = (await editor.get(listEvents, { query: { keyword: 'Opening' } })).items
    expect(await editor.get(getEvent, idParams(event?.id ?? 0))).toMatchObject({
      start_time: '2010-01-05',
      ogs: [{ name: 'Petrel Assembly' }],
    })
  })

  test('a Popolo file of a parliament has parties, areas, terms, kinds of names, gender and deaths', async () => {
    const editor = await home.as('editor')
    const seat = { person_id: 'q1', organization_id: 'house', role: 'member', on_behalf_of_id: 'party', area_id: 'a/1' }
    const document = {
      persons: [
        {
          id: 'q1',
          name: '姜𤨒姬',
          gender: 'Female',
          birth_date: '1930',
          death_date: '1999-02-03',
          image: 'https://example.org/q1.jpg',
          other_names: [
            { name: 'Old Name', note: 'former name' },
            { name: 'عضو البرلمان', lang: 'ar', note: 'multilingual' },
            { name: 'Q', note: 'nickname', lang: 'en' },
            { name: 'Plain' },
          ],
        },
        { id: 'q2', name: 'Born Late', birth_date: '1950', death_date: '1940' },
      ],
      organizations: [
        { id: 'house', name: 'House of Q', classification: 'legislature' },
        { id: 'party', name: 'Party of Q', classification: 'party', image: 'https://example.org/p.png' },
      ],
      areas: [{ id: 'a/1', name: 'North Bank' }],
      events: [{ id: 'term/1', name: 'First term', start_date: '1960' }],
      memberships: [
        { ...seat, legislative_period_id: 'term/1' },
        { ...seat, legislative_period_id: 'term/2' },
        { person_id: 'q1', organization_id: 'party', on_behalf_of_id: 'party' },
      ],
    }
    const dry = await importAndCheck(home, editor, JSON.stringify(document), 'q.json')
    expect(dry.not_carried.map(({ field }) => field)).toEqual(['death_time'])
    await run(home, editor, dry)
    const q = (await editor.get(listPersons, { query: { keyword: '姜𤨒姬' } })).items[0]
    const person = await editor.get(getPerson, idParams(q?.id ?? 0))
    expect(person).toMatchObject({ gender: 'female', death_time: '1999-02-03', picture: 'https://example.org/q1.jpg' })
    expect(person.aliases.toSorted()).toEqual(['Old Name', 'Plain', 'Q', 'عضو البرلمان'].toSorted())
    expect(person.alias_notes).toEqual([
      { alias: 'Old Name', kind: 'former', lang: null },
      { alias: 'عضو البرلمان', kind: null, lang: 'ar' },
      { alias: 'Q', kind: 'weak', lang: 'en' },
    ])
    const party = { name: 'Party of Q' }
    expect(person.memberships).toMatchObject([
      { og_name: 'House of Q', term: 'First term', area: 'North Bank', on_behalf_of: party },
      { og_name: 'House of Q', term: '2', area: 'North Bank', on_behalf_of: party },
      { og_name: 'Party of Q', on_behalf_of: null },
    ])
    const og = await editor.get(getOg, idParams(person.memberships[2]?.og_id ?? 0))
    expect(og).toMatchObject({ legal_form: 'party', picture: 'https://example.org/p.png' })
    const again = await importAndCheck(home, editor, JSON.stringify(document), 'q.json')
    expect([sum(again, 'new'), sum(again, 'changed')]).toEqual([0, 0])
  })

  test('a broken line is a fault of that line, and the others are imported', async () => {
    const editor = await home.as('editor')
    const lines = [
      '\uFEFF{"id":"b1","schema":"Person","properties":{"name":["Erste"]}}',
      '{"id":"b2","schema":"Person",',
      '',
      '[1,2]',
      '{"schema":"Person"}',
      '{"id":"b1","schema":"Person","properties":{"name":["Zweimal"]}}',
      '{"id":"b3","schema":"Person","properties":"none"}',
      '{"id":"b4\\u0000","schema":"Person","properties":{"name":["Nul\\u0000","\\ud800"],"__proto__":["x"]}}',
      '{"id":"b5","schema":"Event","properties":{"name":["Rückwärts"],"startDate":["2020"],"endDate":["2019"]}}',
      '{"id":"b6","schema":"Family","properties":{"person":["b1"],"relative":["b1"]}}',
    ]
    const dry = await importAndCheck(home, editor, lines.join('\r\n'))
    const wrong = await rowsOf(editor, dry.id, 'wrong')
    expect(wrong.map(({ n, faults }) => `${n} ${faults.join(' ')}`)).toEqual([
      '2 This line is not a valid JSON object.',
      '4 This line is not a valid JSON object.',
      '5 The entity has no id or schema.',
      '6 Same entity as line 1.',
      '7 The name is missing.',
      '10 Both ends of the link are the same person.',
    ])
    const done = await run(home, editor, dry)
    // The event service refuses an event that ends before it begins, when it is written.
    expect(done).toMatchObject({ state: 'done', written: 2 })
    expect((await rowsOf(editor, dry.id, 'wrong')).find(({ n }) => n === 9)?.faults).toEqual([
      'Invalid content: End – The end cannot be before the start.',
    ])
  })

  test.each([
    ['', 'The file is empty.'],
    [' \n \n', 'The file is empty.'],
    ['name,region\nA,FR', 'Unknown file format'],
    ['{"rows":[1,2,3]}', 'Unknown file format'],
    ['\u0000\u0001\u0002', 'Unknown file format'],
  ])('a file of another format is refused completely (%j)', async (content, sentence) => {
    const editor = await home.as('editor')
    const dry = await importAndCheck(home, editor, content)
    expect(dry.state).toBe('failed')
    expect(dry.error).toContain(sentence)
    expect(
      (await editor.call(runInterchange, { ...idParams(dry.id), body: { read_user: [], write_user: [] } })).status,
    ).toBe(409)
  })
})

test('parts of an organisation are linked below it, in any order, and a second import changes nothing', async () => {
  const editor = await home.as('editor')
  const file = JSON.stringify({
    organizations: [
      { id: 'unit', name: '𠮷田課', parent_id: 'ministry' },
      { id: 'ministry', name: 'Ministry of Parts', parent: { id: 'state' } },
      { id: 'state', name: 'State of Parts', other_names: [{ name: 'Old State', end_date: '1990' }] },
      { name: 'Nameless Bureau', parent_id: 'state' },
    ],
  })
  const dry = await importAndCheck(home, editor, file, 'parts.json')
  expect([sum(dry, 'new'), sum(dry, 'wrong')]).toEqual([7, 0])
  // Names have no dates here: the former name is retained, its dates are reported as not carried over.
  expect(dry.not_carried).toMatchObject([{ field: 'other_names', examples: ['Old State: –1990'] }])
  const done = await run(home, editor, dry)
  expect(done).toMatchObject({ state: 'done', written: 7 })
  const { items } = await editor.get(listOgRelations, { query: { pageSize: 10 } as never })
  expect(items.map(({ from, type, og }) => [from.name, type, og.name]).sort()).toEqual([
    ['Ministry of Parts', 'subsidiary', '𠮷田課'],
    ['State of Parts', 'subsidiary', 'Ministry of Parts'],
    ['State of Parts', 'subsidiary', 'Nameless Bureau'],
  ])
  const again = await importAndCheck(home, editor, file, 'parts.json')
  expect([sum(again, 'new'), sum(again, 'changed'), sum(again, 'wrong')]).toEqual([0, 0, 0])
})

describe('damaged Popolo files', () => {
  const person = (n: number) => `{"id":"p${n}","name":"𠮷田太郎 ${n}"}`
  test.each([
    ['cut off', `{"persons":[${person(1)},{"id":"p2","na`, /cut off/],
    ['malformed', `{"persons":[${person(1)},{"id" "p2"}]}`, /malformed/],
    ['nested without end', `{"persons":[${person(1)},${'['.repeat(5_000)}`, /too deep/],
    ['with an entry without end', `{"persons":[{"id":"p1","name":"${'x'.repeat(4_300_000)}"}]}`, /larger than 4 MB/],
    ['of another kind', '{"meta":{"persons":[1]},"rows":[{"id":1}]}', /Unknown file format/],
    ['with nothing in it', '{"persons":[]}', /empty/],
  ])('one %s is refused with a message', async (_what, content, sentence) => {
    const editor = await home.as('editor')
    const dry = await importAndCheck(home, editor, content, 'damaged.json')
    expect(dry).toMatchObject({ state: 'failed', error: expect.stringMatching(sentence) })
  })

  test('one larger than the limit of a line, with lists in any order, is read entry by entry', async () => {
    const editor = await home.as('editor')
    const filler = 'x'.repeat(40_000)
    const persons = Array.from({ length: 120 }, (_, n) => ({ id: `big-${n}`, name: `Big ${n}`, biography: filler }))
    const memberships = [{ id: 'm-1', person_id: 'big-7', organization_id: 'big-org', role: 'Member' }]
    const organizations = [{ id: 'big-org', name: '姜𤨒姬 Office' }]
    const dry = await importAndCheck(home, editor, JSON.stringify({ memberships, persons, organizations }), 'big.json')
    expect(dry).toMatchObject({ format: 'popolo', state: 'checked', total: 122 })
    expect([sum(dry, 'new'), sum(dry, 'wrong')]).toEqual([122, 0])
  })
})

describe('jobs', () => {
  const many = Array.from({ length: 1200 }, (_, n) => ({
    id: `K-${n}`,
    schema: 'Person',
    properties: { name: [`Killed ${n}`] },
  }))

  test('a run that is started twice, or continues after its worker died, writes nothing twice', async () => {
    const editor = await home.as('editor')
    const dry = await importAndCheck(home, editor, many)
    expect(sum(dry, 'new')).toBe(1200)
    await editor.get(runInterchange, { ...idParams(dry.id), body: { read_user: [], write_user: [] } })
    expect(
      (await editor.call(runInterchange, { ...idParams(dry.id), body: { read_user: [], write_user: [] } })).status,
    ).toBe(409)
    // The state after a worker died following its second batch: a thousand rows are written, the job is lost.
    const rest = () => home.db.updateTable('interchange_row').where('interchange_id', '=', dry.id).where('n', '>', 1000)
    await rest().set({ verdict: null }).execute()
    await home.drainJobs()
    expect((await editor.get(listPersons, { query: { keyword: 'Killed' } })).total).toBe(1000)
    await rest().set({ verdict: 'new' }).execute()
    await home.db
      .updateTable('interchange')
      .set({ state: 'running', updated_at: new Date(0).toISOString() })
      .where('id', '=', dry.id)
      .execute()
    await resume()
    expect(await editor.get(getInterchange, idParams(dry.id))).toMatchObject({ state: 'done', written: 1200 })
    expect((await editor.get(listPersons, { query: { keyword: 'Killed' } })).total).toBe(1200)
  })

  test('a cancelled import stops writing, and an export whose worker died is written again', async () => {
    const editor = await home.as('editor')
    const dry = await importAndCheck(home, editor, many.slice(0, 3))
    await editor.get(runInterchange, { ...idParams(dry.id), body: { read_user: [], write_user: [] } })
    expect(await editor.get(cancelInterchange, idParams(dry.id))).toMatchObject({ state: 'cancelled' })
    await home.drainJobs()
    expect(await editor.get(getInterchange, idParams(dry.id))).toMatchObject({ state: 'cancelled', written: 0 })

    const { done, text } = await exportContent(home, editor, { og: [], person: [1], event: [] })
    await home.db
      .updateTable('interchange')
      .set({ state: 'running', file_key: null, updated_at: new Date(0).toISOString() })
      .where('id', '=', done.id)
      .execute()
    await resume()
    expect(String((await editor.call(getInterchangeFile, idParams(done.id))).body)).toBe(text)
  })

  async function resume() {
    await addJob(home.db, 'resume_interchanges', {})
    await home.drainJobs()
    await home.drainJobs()
  }

  test('a deleted record is imported as a new one', async () => {
    const admin = await home.as('admin')
    const og = await anOg(home.ctx, { name: 'Gone' })
    const { entities } = await exportContent(home, admin, { og: [og.id], person: [], event: [] })
    await admin.get(deleteOg, idParams(og.id))
    const dry = await importAndCheck(home, admin, entities)
    expect(sum(dry, 'new')).toBe(1)
  })
})
