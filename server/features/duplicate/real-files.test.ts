import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { findPortion } from './find.ts'
import { likelyFrom } from './score.ts'

const app = useTestApp()
const pathOf = (file: string) => fileURLToPath(new URL(`../../../../shared/data/${file}`, import.meta.url))
type Row = Record<string, string>
const read = (file: string): Row[] => parse(readFileSync(pathOf(file)), { columns: true, relax_quotes: true })

async function found(noun: MergeEntity) {
  while (await findPortion(app.ctx, noun));
  return await app.db.selectFrom('duplicate').select(['a_id', 'b_id', 'score']).where('noun', '=', noun).execute()
}

describe.skipIf(!existsSync(pathOf('events/conferences.csv')))('real files (skipped if they are missing)', () => {
  test('every duplicate conference is found, and almost no other pair is likely', async () => {
    const rows = read('events/conferences.csv')
    const known = new Map<string, number[]>()
    const values = rows.map((row, n) => {
      const key = JSON.stringify([row.name, row.start_date, row.city])
      known.set(key, [...(known.get(key) ?? []), n + 1])
      const url = /^https?:/.test(row.url ?? '') ? row.url : null
      return { title: row.name, start_time: row.start_date || null, address: row.city || null, source_url: url ?? null }
    })
    for (let start = 0; start < values.length; start += 1000)
      await app.db
        .insertInto('event')
        .values(values.slice(start, start + 1000) as never)
        .execute()
    const wanted = new Set(
      [...known.values()].flatMap(ids => ids.flatMap((a, n) => ids.slice(n + 1).map(b => `${a} ${b}`))),
    )
    const likely = (await found('event')).filter(pair => pair.score >= likelyFrom)
    const hits = likely.filter(pair => wanted.has(`${pair.a_id} ${pair.b_id}`))
    console.info(
      `conferences: ${wanted.size} pairs, ${hits.length} found, ${likely.length - hits.length} others likely`,
    )
    expect(hits.length).toBe(wanted.size)
    expect(likely.length - hits.length).toBeLessThanOrEqual(wanted.size / 50)
  }, 120_000)

  test('no two legislators are a likely pair', async () => {
    const people = read('persons/legislators.csv').map(row => ({
      name: row.full_name,
      birth_time: row.birthday || null,
      external_id: row.bioguide,
      phone_number: row.phone || null,
      website: row.website || null,
      wiki: row.wikipedia || null,
      twitter: row.twitter || null,
    }))
    await app.db
      .insertInto('person')
      .values(people as never)
      .execute()
    expect((await found('person')).filter(pair => pair.score >= likelyFrom)).toEqual([])
  })
})
