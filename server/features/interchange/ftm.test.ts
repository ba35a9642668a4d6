import { describe, expect, test } from 'vitest'
import { emptyOf } from '#contract/field.ts'
import { ogSchema } from '#contract/og.api.ts'
import { gatherNotes } from '#server/ingest/carry-notes.ts'
import { mapEntity, type RawEntity } from './ftm-in.ts'
import { ftmModel } from './ftm-model.ts'
import { educationText, eventOut, type OgOut, ogOut, type PersonOut, personOut, relationOut } from './ftm-out.ts'
import { educationOf, eventTimeOf } from './ftm-value.ts'

const here = 'aaaa1111'
const elsewhere = 'bbbb2222'

const person: PersonOut = {
  id: 7,
  name: '林晚',
  aliases: ['Lin Wan', '𠮷田晚', 'W'],
  alias_notes: [
    { alias: '𠮷田晚', kind: 'former', lang: null },
    { alias: 'W', kind: 'weak', lang: null },
  ],
  icon: null,
  picture: null,
  birth_time: '1971-03',
  death_time: '2020-01-02',
  gender: 'female',
  desc: '长篇介绍',
  desc_sum: '概要',
  position: '主任',
  work_state: '在职',
  identifiers: [
    { scheme: 'inn', value: '500100732259', country: null, label: null, start_time: null, end_time: null },
    { scheme: 'passport', value: 'E 1234 5678', country: null, label: null, start_time: null, end_time: null },
    {
      scheme: 'national_id',
      value: '120103198806018241',
      country: null,
      label: null,
      start_time: null,
      end_time: null,
    },
    { scheme: 'other', value: '00012', country: null, label: 'ОКПО', start_time: null, end_time: null },
  ],
  contacts: [
    { scheme: 'phone', value: '+86 10 5555 0102', label: null, start_time: null, end_time: null },
    { scheme: 'website', value: 'https://second.example', label: null, start_time: null, end_time: null },
    { scheme: 'address', value: '临海市 1 号', label: null, start_time: null, end_time: null },
  ],
  education: [{ school: '临海大学', degree: '博士', from: '1989', to: '1993-06' }],
  region: 'CN',
  score: 80,
  labels: ['能源', '港口'],
  website: 'https://linwan.example',
  wiki: 'https://zh.wikipedia.org/wiki/林晚',
  twitter: 'https://twitter.com/linwan',
  facebook: 'linwan.page',
  phone_number: '+86 10 5555 0101',
  mail: 'lin@example.org',
  og_names: ['东方石油'],
  is_focus: true,
  external_id: 'Q4242',
  custom: {},
  read_user: [],
  write_user: [3],
  read_group: [],
  write_group: [],
}

const og: OgOut = {
  ...(emptyOf(ogSchema) as OgOut),
  id: 3,
  name: '海港物流',
  eng_name: 'Harbour Logistics',
  aliases: ['海港'],
  desc: '说明',
  category_id: 1,
  host: 'harbour.example',
  entrances: ['https://harbour.example/news'],
  youtube: 'https://www.youtube.com/@harbour',
  register_time: '1998',
  scale: '200 人',
  weight: 50,
  region: 'SG',
  danger_level: '受制裁',
  external_id: '91310000',
}

function map(raw: RawEntity, installation = elsewhere) {
  const { note, list } = gatherNotes()
  return { mapped: mapEntity(raw, installation, note), notes: list() }
}

describe('FollowTheMoney export and import', () => {
  test('a person is exported according to the model, and values without a property are reported', () => {
    const { note, list } = gatherNotes()
    const out = personOut({ installation: here, note }, person)
    expect(() => ftmModel().getEntity(out)).not.toThrow()
    expect(out).toMatchObject({
      id: 'og-aaaa1111-person-7',
      schema: 'Person',
      properties: { name: ['林晚'], country: ['cn'], wikidataId: ['Q4242'], keywords: ['能源', '港口'] },
    })
    const fields = list().map(({ field, count, examples }) => [field, count, examples])
    expect(fields).toEqual([
      ['score', 1, ['80']],
      ['is_focus', 1, ['true']],
      ['og_names', 1, ['东方石油']],
      ['write_user', 1, ['林晚']],
      ['facebook', 1, ['linwan.page']],
    ])
  })

  test('a Latin alias of an organisation without an English name stays an alias', () => {
    const { note } = gatherNotes()
    const { mapped } = map(ogOut({ installation: here, note }, { ...og, eng_name: null, aliases: ['Haigang'] }, null))
    expect(mapped).toMatchObject({ values: { aliases: ['Haigang'] } })
    expect((mapped as unknown as { values: object }).values).not.toHaveProperty('eng_name')
  })

  test('an export is imported elsewhere without changes', () => {
    const { note } = gatherNotes()
    const { mapped, notes } = map(personOut({ installation: here, note }, person))
    const {
      id: _,
      score: __,
      is_focus: ___,
      og_names: ____,
      custom: _____,
      icon,
      picture,
      facebook,
      read_user,
      write_user,
      read_group,
      write_group,
      ...carried
    } = person
    expect(mapped?.values).toEqual(carried)
    expect(mapped).toMatchObject({ kind: 'person', own_id: null, ids: ['og-aaaa1111-person-7', 'Q4242'] })
    expect(notes).toEqual([])
    expect([icon, picture, facebook, read_user, write_user, read_group, write_group]).toBeDefined()

    const back = map(ogOut({ installation: here, note }, og, '贸易公司'))
    expect(back.mapped?.values).toEqual({
      name: '海港物流',
      eng_name: 'Harbour Logistics',
      aliases: ['海港'],
      desc: '说明',
      category_id: '贸易公司',
      host: 'harbour.example',
      entrances: ['https://harbour.example/news'],
      youtube: 'https://www.youtube.com/@harbour',
      register_time: '1998',
      region: 'SG',
      danger_level: '受制裁',
      external_id: '91310000',
    })
    expect(back.notes).toEqual([])
  })

  test('an installation recognises its own id when a record returns', () => {
    const { note } = gatherNotes()
    const sent = personOut({ installation: here, note }, { ...person, external_id: null })
    expect(map(sent, here).mapped).toMatchObject({ own_id: 7 })
    expect(map(sent, here).mapped?.values.external_id).toBeUndefined()
    // Another installation imported the record with our id, and exports it under its own.
    const returned = personOut({ installation: elsewhere, note }, { ...person, id: 99, external_id: sent.id })
    expect(map(returned, here).mapped).toMatchObject({ own_id: 7 })
    expect(map(returned, here).mapped?.values.external_id).toBeUndefined()
  })

  test.each([
    ['parent', 'Family'],
    ['child', 'Family'],
    ['spouse', 'Family'],
    ['sibling', 'Family'],
    ['relative', 'Family'],
    ['associate', 'Associate'],
    ['friend', 'Associate'],
    ['colleague', 'Associate'],
    ['partner', 'Associate'],
    ['agent', 'Representation'],
    ['principal', 'Representation'],
    ['predecessor', 'Succession'],
    ['successor', 'Succession'],
    ['superior', 'UnknownLink'],
    ['teacher', 'UnknownLink'],
    ['adversary', 'UnknownLink'],
    ['other', 'UnknownLink'],
  ] as const)('a relation of type %s is exported as %s and imported with the same meaning', (type, schema) => {
    const row = { id: 5, from_id: 1, to_id: 2, type, desc: '说明', start_time: '2001', end_time: null }
    const sent = relationOut({ installation: here, note: gatherNotes().note }, row)
    expect(sent.schema).toBe(schema)
    const { mapped, notes } = map(sent)
    const isTurned = type === 'principal' || type === 'predecessor'
    const ends = { from: ['og-aaaa1111-person-1'], to: ['og-aaaa1111-person-2'] }
    expect(mapped).toMatchObject({
      kind: 'relation',
      ends: isTurned ? { from: ends.to, to: ends.from } : ends,
      values: {
        type: { principal: 'agent', predecessor: 'successor' }[type as string] ?? type,
        desc: '说明',
        start_time: '2001',
        end_time: null,
      },
    })
    expect(notes).toEqual([])
  })

  test('times of events keep their precision', () => {
    const { note } = gatherNotes()
    const event = {
      id: 1,
      title: '会议',
      desc: null,
      category: '会议',
      level: 3,
      start_time: '2026-11-21T14:05Z',
      end_time: '2026-11-22',
      region: null,
      address: '临海路 1 号',
      lat: null,
      lng: null,
      labels: [],
      source_url: null,
      status: 'draft' as const,
      external_id: null,
      custom: {},
      read_user: [],
      write_user: [],
      read_group: [],
      write_group: [],
    }
    const sent = eventOut({ installation: here, note }, event, { ogs: [3], persons: [7] })
    expect(sent.properties).toMatchObject({
      startDate: ['2026-11-21T14:05:00'],
      involved: ['og-aaaa1111-og-3', 'og-aaaa1111-person-7'],
    })
    expect(map(sent).mapped).toMatchObject({
      values: { title: '会议', start_time: '2026-11-21T14:05Z', end_time: '2026-11-22', address: '临海路 1 号' },
      ends: { involved: ['og-aaaa1111-og-3', 'og-aaaa1111-person-7'] },
    })
    expect(eventTimeOf('2020-05')).toBe('2020-05')
    expect(eventTimeOf('2020-05-01T10:00:00+02:00')).toBe('2020-05-01T08:00Z')
  })

  test('an education is read back from its line', () => {
    for (const education of [
      { school: '临海大学', degree: '博士', from: '1989', to: '1993-06' },
      { school: 'Harbour College', degree: null, from: null, to: null },
      { school: 'Harbour College', degree: 'BSc', from: '1990', to: null },
    ])
      expect(educationOf(educationText(education))).toEqual(education)
  })
})
