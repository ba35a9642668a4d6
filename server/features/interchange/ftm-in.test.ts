import { describe, expect, test } from 'vitest'
import { gatherNotes } from '#server/ingest/carry-notes.ts'
import { mapEntity, type RawEntity } from './ftm-in.ts'
import { popoloEntities, readPopolo } from './popolo-in.ts'

function map(raw: RawEntity) {
  const { note, list } = gatherNotes()
  return { mapped: mapEntity(raw, 'aaaa1111', note), notes: list() }
}

describe('files of other programs', () => {
  test('values that do not fit are omitted and reported; the rest is imported', () => {
    const { mapped, notes } = map({
      id: 'NK-1',
      schema: 'Person',
      properties: {
        name: ['Mara Quint', 'Quint, Mara'],
        birthDate: ['1960-02-30'],
        nationality: ['zz', 'fr', 'de'],
        website: ['javascript:alert(1)'],
        height: ['1.80'],
        topics: ['role.pep'],
      },
    })
    expect(mapped?.values).toEqual({
      name: 'Mara Quint',
      aliases: ['Quint, Mara'],
      region: 'FR',
      labels: ['role.pep'],
      external_id: 'NK-1',
    })
    expect(notes.map(({ field, reason }) => `${field} ${reason}`).sort()).toEqual([
      'birth_time unfit',
      'height no_home',
      'nationality extra',
      'nationality unfit',
      'website unfit',
    ])
  })

  test('an entity without a name is wrong, one of an unknown schema is reported', () => {
    expect(map({ id: 'a', schema: 'Person', properties: {} }).mapped?.faults).toEqual([{ code: 'no_name' }])
    expect(map({ id: 'a', schema: 'Company', properties: { name: ['x'.repeat(201)] } }).mapped?.faults).toEqual([
      { code: 'bad_name' },
    ])
    for (const schema of ['Vessel', 'Nonsense', '__proto__', 'constructor']) {
      const { mapped, notes } = map({ id: 'a', schema, properties: { name: ['x'] } })
      expect(mapped).toBeUndefined()
      expect(notes).toMatchObject([{ what: schema, field: null, reason: 'unknown_schema' }])
    }
  })

  test('text that PostgreSQL rejects is repaired', () => {
    const { mapped } = map({ id: 'a', schema: 'Person', properties: { name: ['A\u0000B \ud800'] } })
    expect(mapped?.values.name).toBe('AB \ufffd')
  })

  test('a Popolo document becomes the same entities', async () => {
    const { note, list } = gatherNotes()
    const document = {
      persons: [
        {
          id: 1,
          name: 'Ana Petrel',
          other_names: [{ name: 'A. Petrel' }],
          birth_date: '1964-05',
          image: 'https://example.org/a.jpg',
          contact_details: [
            { type: 'voice', value: '555-0100' },
            { type: 'fax', value: '555-0101' },
            { type: 'pigeon', value: 'coop 3' },
          ],
          links: [{ url: 'https://en.wikipedia.org/wiki/Ana_Petrel' }],
          identifiers: [{ scheme: 'wikidata', identifier: 'Q77' }],
          memberships: [{ organization_id: 1, role: 'Member', start_date: '2010' }],
        },
        7,
      ],
      organizations: [{ id: 1, name: 'Assembly', classification: 'legislature', founding_date: '1901' }],
      posts: [{ id: 'p', label: 'Speaker' }],
    }
    async function* text() {
      yield JSON.stringify(document)
    }
    const all = []
    for await (const each of popoloEntities(text, (await readPopolo(text))!, note)) all.push(each)
    expect(all).toMatchObject([
      { id: 'organization:1', schema: 'Organization', external: '1' },
      {
        id: 'person:1',
        properties: {
          name: ['Ana Petrel'],
          phone: ['555-0100'],
          wikidataId: ['Q77'],
          image: ['https://example.org/a.jpg'],
        },
        contacts: [{ scheme: 'fax', value: '555-0101' }],
      },
      null,
      { schema: 'Membership', properties: { member: ['person:1'], organization: ['organization:1'] } },
    ])
    expect(list().map(({ what, field }) => `${what}.${field}`)).toEqual(['persons.contact_details', 'posts.null'])
  })

  test('the report stays small however many properties a file invents', () => {
    const { note, list } = gatherNotes()
    for (let i = 0; i < 5000; i += 1) note(`S${i}`, 'x', 'no_home', ['y'])
    expect(list()).toHaveLength(300)
    expect(list()[0]).toMatchObject({ what: '…', count: 4701 })
  })
})
