import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createRound } from '#contract/site.api.ts'
import { aPage, prose, useCrawl } from './testing.ts'

const { test, aSite, collect, watch } = useCrawl()

describe('a host without a crawl delay', () => {
  it('receives further requests while its pages wait to be written: a few at most, and each page once', async () => {
    const site = await aSite()
    const links = Array.from({ length: 40 }, (_, page) => `<a href="/p${page}">Page ${page}</a>`).join('')
    site.set('/', aPage('Home', prose('home') + links))
    const requested: string[] = []
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    let isHeld = () => {}
    const held = new Promise<void>(resolve => {
      isHeld = resolve
    })
    let holding: Promise<void> | undefined
    /** Writing an outcome waits for the lock of its round. */
    const hold = () =>
      test.db.transaction().execute(async db => {
        await sql`select from round where og_id = ${watched.og.id}::bigint for update`.execute(db)
        isHeld()
        await released
      })
    site.otherwise(async ({ url = '' }, response) => {
      const name = /^\/p(\d+)$/.exec(url)?.[1]
      if (name) requested.push(name)
      if (requested.length === 4) {
        holding ??= hold()
        await held
      }
      response.writeHead(name ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      response.end(aPage(`Page ${name}`, prose(`page ${name}`)))
    })
    const watched = await watch(site)
    await collect()
    await watched.admin.get(createRound, { params: watched.params })
    await expect.poll(() => requested.length, { timeout: 40_000 }).toBeGreaterThan(5)
    expect(requested.length).toBeLessThan(14)
    release()
    await holding
    const round = await watched.until(['complete', 'aborted'])
    expect(round).toMatchObject({ state: 'complete', counts: { found: 41, fetched: 41, added: 41, failed: 0 } })
    expect(requested.toSorted()).toEqual([...new Set(requested)].toSorted())
    expect(requested).toHaveLength(40)
  }, 90_000)
})
