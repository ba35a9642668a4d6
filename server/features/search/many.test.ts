import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type SearchResult, search } from '#contract/search.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { drainSearch } from './search.service.ts'

const app = useTestApp()
let admin: Client
beforeAll(async () => {
  admin = await app.as('admin')
})

const searchFor = (keyword: string, query: object = {}, client = admin): Promise<SearchResult> =>
  client.get(search, { query: { keyword, ...query } as never })

describe('a very common word', () => {
  /** Copies of an entry under other record ids from `from` to `to`. */
  const copies = async (keyword: string, from: number, to: number, readers: number[] | null = null) => {
    const og = await anOg(app.ctx, { name: keyword })
    await drainSearch(app.ctx)
    await sql`insert into search_entry (noun, record_id, part, owner, readers, at, written_at, title, names, sounds, body, words)
      select noun, n, part, owner, ${readers}::bigint[], at - n * interval '1 minute', written_at, 'Copy', '', '', body, words
      from search_entry, generate_series(${from}::int, ${to}::int) as n
      where noun = 'og' and record_id = ${og.id}`.execute(app.db)
    return og
  }

  test('is counted exactly up to ten thousand, and reported as more beyond, for readable records only', async () => {
    await copies('wryneck corncrake', 1_000_001, 1_009_999)
    const few = await searchFor('wryneck corncrake', { pageSize: 5 })
    expect([few.total, few.total_estimated]).toEqual([10_000, undefined])
    expect(few.facets.noun).toEqual([{ value: 'og', count: 10_000 }])
    const editor = await app.as('editor')
    await copies('wryneck corncrake', 1_010_001, 1_040_000, [admin.id])
    expect((await searchFor('wryneck corncrake')).total_estimated).toBe(true)
    const theirs = await searchFor('wryneck corncrake', {}, editor)
    expect([theirs.total, theirs.total_estimated]).toEqual([10_001, true])
    await sql`update search_entry set readers = ${[admin.id]}::bigint[] where record_id = 1000001`.execute(app.db)
    const without = await searchFor('wryneck corncrake', {}, editor)
    expect([without.total, without.total_estimated]).toEqual([10_000, undefined])
  })

  test('is counted approximately by kind; a kind with few is found and counted completely', async () => {
    const og = await copies('pipistrelle noctule', 1_200_001, 1_250_000)
    await sql`insert into search_entry (noun, record_id, part, owner, at, written_at, title, names, sounds, body, words)
      select 'person', n, part, owner, at, written_at, 'Copy', '', '', body, words
      from search_entry, generate_series(9900001, 9900003) as n
      where noun = 'og' and record_id = ${og.id}`.execute(app.db)
    const all = await searchFor('pipistrelle noctule')
    expect([all.total_estimated, all.facets_estimated]).toEqual([true, true])
    const ofOgs = all.facets.noun.find(({ value }) => value === 'og')?.count ?? 0
    expect([all.total / 50_001, ofOgs / 50_001].every(share => share > 0.9 && share < 1.1)).toBe(true)
    expect(all.facets.noun.find(({ value }) => value === 'person')).toBeDefined()
    const persons = await searchFor('pipistrelle noctule', { kind: ['person'] })
    expect([persons.total, persons.total_estimated, persons.items.length]).toEqual([3, undefined, 3])
    expect(persons.facets_estimated).toBe(true)
  })

  test('shows the newest, preceded by records with the words in their name', async () => {
    await copies('bluethroat goldcrest', 1_100_001, 1_130_000)
    const found = await searchFor('bluethroat goldcrest')
    expect(found.total_estimated).toBe(true)
    expect(found.items).toHaveLength(20)
    expect(found.items[0]).toMatchObject({ noun: 'og', title: 'bluethroat goldcrest', why: expect.anything() })
  })
})

test('a word in a text together with a fragment of a name finds records with both, each entry once', async () => {
  const both = await anOg(app.ctx, { name: 'Petrolinnet', legal_form: 'Its fieldfare is known' })
  await anOg(app.ctx, { name: 'Petrolinnet II', legal_form: 'nothing' })
  const plain = await anOg(app.ctx, { name: 'Other', legal_form: 'A linnet beside a fieldfare' })
  await drainSearch(app.ctx)
  const found = await searchFor('linnet fieldfare')
  expect(found.total).toBe(2)
  expect(found.items.map(item => item.id).toSorted()).toEqual([both.id, plain.id].toSorted())
  const without = (await searchFor('linnet -fieldfare')).items.map(item => item.title)
  expect(without).toContain('Petrolinnet II')
  expect(without).not.toContain('Petrolinnet')
})
