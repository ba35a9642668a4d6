import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type SearchResult, search, suggestSearch } from '#contract/search.api.ts'
import type { QuarantinedItem } from '#contract/set_aside.api.ts'
import { markBulk } from '#server/core/mark-bulk.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { drainSearch, indexQueuedRecords } from './search.service.ts'

const app = useTestApp()
let admin: Client
beforeAll(async () => {
  admin = await app.as('admin')
})

const searchFor = (keyword: string): Promise<SearchResult> => admin.get(search, { query: { keyword } })
const titles = async (keyword: string) => (await searchFor(keyword)).items.map(item => item.title)
const suggested = async (keyword: string) =>
  (await admin.get(suggestSearch, { query: { keyword } })).items.map(item => item.title)
const quarantined = async () =>
  (await sql<QuarantinedItem>`select * from set_aside where queue = 'search' order by id`.execute(app.db)).rows

describe('names with characters beyond the Basic Multilingual Plane', () => {
  test('are found, as are records written after them', async () => {
    await aPerson(app.ctx, { name: '𠮷田太郎', aliases: ['姜𤨒姬', '𝒜lpha 𝒷eta', '👩‍👩‍👧 family'] })
    await aPerson(app.ctx, { name: `𠮷`.repeat(200), aliases: [`${'x'.repeat(79)}𠮷 y`] })
    await anOg(app.ctx, { name: 'Written afterwards' })
    await drainSearch(app.ctx)
    expect(await titles('𠮷田')).toContain('𠮷田太郎')
    expect(await titles('姜𤨒')).toEqual(['𠮷田太郎'])
    expect(await suggested('姜𤨒')).toEqual(['𠮷田太郎'])
    expect(await titles('afterwards')).toEqual(['Written afterwards'])
    expect(await quarantined()).toEqual([])
  })
})

describe('a record that cannot be written', () => {
  const badRecords = async (isOn: boolean) => {
    await sql`drop trigger if exists refuse on search_entry`.execute(app.db)
    if (!isOn) return
    await sql`create or replace function refuse() returns trigger language plpgsql as $$
      begin if new.title like '%毒%' then raise exception 'refused by the test'; end if; return new; end $$`.execute(
      app.db,
    )
    await sql`create trigger refuse before insert or update on search_entry for each row execute function refuse()`.execute(
      app.db,
    )
  }

  test('is quarantined alone, is reported, and is found once it can be written', async () => {
    await badRecords(true)
    const before = await anOg(app.ctx, { name: 'Heron before' })
    const bad = await anOg(app.ctx, { name: '毒 Heron' })
    await anOg(app.ctx, { name: 'Heron after' })
    await drainSearch(app.ctx)
    expect((await titles('heron')).toSorted()).toEqual(['Heron after', 'Heron before'])
    expect(await quarantined()).toMatchObject([
      { key: `og:${bad.id}`, attempts: 1, error: expect.stringContaining('refused by the test') },
    ])
    // Later changes are not blocked by it either.
    await sql`update og set name = 'Heron first' where id = ${before.id}`.execute(app.db)
    await drainSearch(app.ctx)
    expect(await titles('heron first')).toEqual(['Heron first'])

    await badRecords(false)
    app.clock.advance(60_001)
    await addJob(app.db, 'retry_set_aside', {})
    await app.drainJobs()
    expect(await titles('毒')).toEqual(['毒 Heron'])
    expect(await quarantined()).toEqual([])
  })

  test('is released from quarantine when a user has fixed it', async () => {
    await badRecords(true)
    const { id } = await anOg(app.ctx, { name: '毒 Bittern' })
    await drainSearch(app.ctx)
    expect(await quarantined()).toHaveLength(1)
    await sql`update og set name = 'Bittern' where id = ${id}`.execute(app.db)
    await drainSearch(app.ctx)
    expect(await titles('bittern')).toEqual(['Bittern'])
    expect(await quarantined()).toEqual([])
    await badRecords(false)
  })
})

describe('changes by users', () => {
  test('are found before those of an import, and the search reports how far it is behind', async () => {
    await inTransaction(app.ctx, async ctx => {
      await markBulk(ctx)
      for (let n = 0; n < 120; n += 1) await aPerson(ctx, { name: `Imported egret ${n}` })
    })
    await sql`update search_queue set at = now() - interval '90 seconds'`.execute(app.db)
    await aPerson(app.ctx, { name: 'Egret by hand' })
    await indexQueuedRecords(app.ctx)
    const found = await searchFor('egret')
    expect(found.items.map(item => item.title)).toEqual(['Egret by hand'])
    expect(found.behind_seconds).toBeGreaterThanOrEqual(90)
    await drainSearch(app.ctx)
    const all = await searchFor('egret')
    expect(all.total).toBe(121)
    expect(all).not.toHaveProperty('behind_seconds')
  })

  test('are indexed during an import; the records of the file wait, but no longer than two minutes', async () => {
    const isHeld = async () => true
    const one = await inTransaction(app.ctx, async ctx => {
      await markBulk(ctx)
      return await aPerson(ctx, { name: 'Heldbird of a file' })
    })
    await aPerson(app.ctx, { name: 'Heldbird by hand' })
    while (await indexQueuedRecords(app.ctx, isHeld));
    expect(await titles('heldbird')).toEqual(['Heldbird by hand'])
    // A change by a user does not wait for the changes of the file.
    await sql`update person set name = 'Heldbird mended' where id = ${one.id}`.execute(app.db)
    while (await indexQueuedRecords(app.ctx, isHeld));
    expect(await titles('heldbird mended')).toEqual(['Heldbird mended'])
    await inTransaction(app.ctx, async ctx => {
      await markBulk(ctx)
      await aPerson(ctx, { name: 'Heldbird at last' })
    })
    await sql`update search_queue set at = now() - interval '119 seconds'`.execute(app.db)
    expect(await indexQueuedRecords(app.ctx, isHeld)).toBe(false)
    await sql`update search_queue set at = now() - interval '121 seconds'`.execute(app.db)
    while (await indexQueuedRecords(app.ctx, isHeld));
    expect(await titles('heldbird at last')).toEqual(['Heldbird at last'])
  })

  test('is written once, however often it changed, and its names are updated', async () => {
    const { id } = await inTransaction(app.ctx, async ctx => {
      await markBulk(ctx)
      const made = await aPerson(ctx, { name: '𠮷野 Oncebird', aliases: ['Stays', 'Goes away'] })
      for (let n = 0; n < 150; n += 1) await aPerson(ctx, { name: `Between ${n}` })
      await sql`update person set aliases = '{Stays,Comes}' where id = ${made.id}`.execute(ctx.db)
      return made
    })
    await indexQueuedRecords(app.ctx)
    const left = async () => (await sql`select from search_queue where record_id = ${id}`.execute(app.db)).rows.length
    expect(await left()).toBe(0)
    await drainSearch(app.ctx)
    await sql`update person set aliases = '{Stays,Last}' where id = ${id}`.execute(app.db)
    await drainSearch(app.ctx)
    const names = async () =>
      (
        await sql<{ key: string }>`select key from search_name where noun = 'person' and record_id = ${id}
          and kind = 'alias' order by key`.execute(app.db)
      ).rows.map(row => row.key)
    expect(await names()).toEqual(['last', 'stays'])
    await sql`delete from person where id = ${id}`.execute(app.db)
    expect(await names()).toEqual([])
  })
})

describe('pages', () => {
  test('are read twenty at a time; those whose versions have all been read are removed from the queue', async () => {
    await drainSearch(app.ctx)
    const og = await anOg(app.ctx, { name: 'Dunlin site' })
    for (let n = 0; n < 25; n += 1)
      await aStoredPage(app.ctx, {
        ogId: og.id,
        url: `https://example.org/${n}`,
        html: `<main><p>Dunlin page ${n}</p></main>`,
      })
    const waiting = async () =>
      (await sql`select distinct record_id from search_queue where noun = 'page'`.execute(app.db)).rows.length
    // The organisation was created by a user, so it comes first.
    await indexQueuedRecords(app.ctx)
    expect(await waiting()).toBe(25)
    expect(await indexQueuedRecords(app.ctx)).toBe(true)
    expect(await waiting()).toBe(5)
    await drainSearch(app.ctx)
    expect(await waiting()).toBe(0)
    expect((await searchFor('dunlin page')).total).toBe(25)
  })
})
