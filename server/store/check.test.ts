import { copyFile, mkdir, mkdtemp, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anOg } from '#server/features/og/factory.ts'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkBlobs } from './check.ts'
import { findChain } from './store.queries.ts'
import { captureHash, getCapture, putCapture } from './store.ts'
import { tidyBlobs } from './tidy.ts'

const test = useTestApp()
const days = 86_400_000
let folder: string
let ctx: Ctx
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-check-'))
  ctx = { ...test.ctx, blobs: openFileBlobs(folder) }
  await sql`truncate blob, blob_loose, page_version, page cascade`.execute(test.db)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Two days later: no content is too young for tidying. */
const later = (): Ctx => ({ ...ctx, now: () => new Date(test.ctx.now().getTime() + 2 * days) })

const lines = Array.from({ length: 300 }, (_, line) => `<p>${captureHash(Buffer.from(`${line}`)).toString('hex')}</p>`)
const version = (number: number) => Buffer.from([`<h1>${number}</h1>`, ...lines].join('\n'))

/** A page with this many versions; their hashes, oldest first. */
async function aPage(count: number, first = 0): Promise<{ hashes: Buffer[]; forget(ids: Buffer[]): Promise<void> }> {
  const og = await anOg(ctx)
  const at = ctx.now().toISOString()
  const page = await test.db
    .insertInto('page')
    .values({ og_id: og.id, url: `https://x.example/${first}`, url_key: `x.example/${first}`, first_seen_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const hashes: Buffer[] = []
  for (let number = first; number < first + count; number += 1) {
    const { hash } = await putCapture(ctx, version(number), hashes.at(-1))
    hashes.push(hash)
    await sql`insert into page_version (og_id, page_id, round, fetched_at, last_seen_at, is_good, hash, text_hash, extractor, size, final_url)
      values (${og.id}, ${page.id}, ${number}, ${at}, ${at}, true, ${hash}, ${hash}, 1, 1, 'https://x.example/')`.execute(
      test.db,
    )
  }
  return {
    hashes,
    forget: async gone => {
      await sql`delete from page_version where hash = any(${gone}::bytea[])`.execute(test.db)
    },
  }
}

async function packs(): Promise<{ path: string; size: number }[]> {
  const entries = await readdir(join(folder, 'pack'), { recursive: true, withFileTypes: true }).catch(() => [])
  return await Promise.all(
    entries
      .filter(entry => entry.isFile())
      .map(async entry => {
        const path = join(entry.parentPath, entry.name)
        return { path, size: (await stat(path)).size }
      }),
  )
}

async function damage(hash: Buffer): Promise<void> {
  const [blob] = await findChain(ctx, hash)
  const file = await open(join(folder, 'pack', blob?.pack.slice(0, 2) ?? '', blob?.pack ?? ''), 'r+')
  await file.write(Buffer.from('?????'), 0, 5, (blob?.at ?? 0) + (blob?.stored ?? 0) - 5)
  await file.close()
}

async function lostVersions(): Promise<string[]> {
  const { rows } = await sql<{ hash: Buffer }>`select hash from page_version where is_lost order by id`.execute(test.db)
  return rows.map(row => row.hash.toString('hex'))
}

const hex = (hashes: Buffer[]) => hashes.map(hash => hash.toString('hex'))

describe('the check', () => {
  it('reports no fault in a sound store', async () => {
    await aPage(20)
    const report = await checkBlobs(ctx)
    expect(report).toMatchObject({
      contents: 20,
      missing: 0,
      damaged: 0,
      orphaned: 0,
      lost: 0,
      unneeded: 0,
      idle_bytes: 0,
    })
    expect(report.verified_bytes).toBe(20 * version(1).length + 10)
  })

  it('finds damaged contents and those built on them, and marks their versions lost only when it repairs', async () => {
    const { hashes } = await aPage(12)
    await damage(hashes[8] as Buffer)
    expect(await checkBlobs(ctx)).toMatchObject({ damaged: 1, orphaned: 3, lost: 4 })
    expect(await lostVersions()).toEqual([])
    expect(await checkBlobs(ctx, { repair: true })).toMatchObject({ lost: 4, relinked: 0 })
    expect(await lostVersions()).toEqual(hex(hashes.slice(8)))
  })

  it('storing a content again restores its versions and the contents built on it', async () => {
    const { hashes } = await aPage(12)
    await damage(hashes[8] as Buffer)
    await checkBlobs(ctx, { repair: true })
    expect((await putCapture(ctx, version(8))).isNew).toBe(true)
    expect(await checkBlobs(ctx, { repair: true })).toMatchObject({ lost: 0, whole_again: 3 })
    expect(await lostVersions()).toEqual([])
    expect((await getCapture(ctx, hashes[11] as Buffer)).equals(version(11))).toBe(true)
  })

  it('finds contents in a pack that no row points to, as after a restored database', async () => {
    const { hashes } = await aPage(10)
    const [pack] = await packs()
    const elsewhere = join(folder, 'pack', 'ab', 'ab000000-0000-4000-8000-000000000000')
    await mkdir(dirname(elsewhere), { recursive: true })
    await writeFile(elsewhere, 'bytes of something else')
    const bytes = join(folder, 'bytes')
    await copyFile(pack?.path ?? '', bytes)
    const { readFile } = await import('node:fs/promises')
    await writeFile(elsewhere, await readFile(bytes), { flag: 'a' })
    await rm(pack?.path ?? '')
    expect(await checkBlobs(ctx)).toMatchObject({ missing: 1, orphaned: 9, lost: 10 })
    expect(await checkBlobs(ctx, { repair: true })).toMatchObject({ lost: 0, relinked: 10 })
    expect(await lostVersions()).toEqual([])
    for (const [number, hash] of hashes.entries())
      expect((await getCapture(ctx, hash)).equals(version(number))).toBe(true)
  })

  it('counts a torn end and unused packs, and removes the latter once they are old', async () => {
    await aPage(3)
    const [pack] = await packs()
    await writeFile(pack?.path ?? '', 'half of a capt', { flag: 'a' })
    await ctx.blobs.append([Buffer.from('of a transaction that was rolled back')])
    const other = openFileBlobs(folder)
    await other.append([Buffer.from('of a killed process')])
    expect(await checkBlobs(ctx, { repair: true })).toMatchObject({
      idle_packs: 1,
      removed_packs: 0,
      torn_bytes: 70,
      lost: 0,
    })
    expect(await packs()).toHaveLength(2)
    expect(await checkBlobs(later(), { repair: true })).toMatchObject({ removed_packs: 1 })
    expect(await packs()).toHaveLength(1)
  })

  it('a truncated pack loses only what was behind its end', async () => {
    const { hashes } = await aPage(6)
    const [blob] = await findChain(ctx, hashes[4] as Buffer)
    const [pack] = await packs()
    await truncate(pack?.path ?? '', (blob?.at ?? 0) + 5)
    expect(await checkBlobs(ctx, { repair: true })).toMatchObject({ missing: 1, orphaned: 1, lost: 2 })
    expect(await lostVersions()).toEqual(hex(hashes.slice(4)))
  })
})

/** Contents that nothing uses, in the pack of this process. */
async function fiveUnused(): Promise<void> {
  for (let number = 0; number < 5; number += 1) {
    const { hash } = await putCapture(
      ctx,
      Buffer.from(
        captureHash(Buffer.from(`${number}`))
          .toString('hex')
          .repeat(10) + version(number).toString('base64'),
      ),
    )
    await sql`update blob set created_at = created_at - interval '3 days' where hash = ${hash}`.execute(test.db)
  }
}

describe('tidying', () => {
  it('keeps the contents that a stored version builds on, and removes the rest once it is a day old', async () => {
    const { hashes, forget } = await aPage(20)
    await forget([...hashes.slice(0, 10), ...hashes.slice(11)])
    expect((await tidyBlobs(ctx)).contents).toBe(0)
    const { contents } = await tidyBlobs(later())
    const chain = await findChain(ctx, hashes[10] as Buffer)
    expect(contents).toBe(20 - chain.length)
    expect((await getCapture(ctx, hashes[10] as Buffer)).equals(version(10))).toBe(true)
    await expect(getCapture(ctx, hashes[19] as Buffer)).rejects.toMatchObject({ why: 'unknown' })
  })

  it('checks on most days only contents that lost a version, and their bases', async () => {
    const { hashes, forget } = await aPage(20)
    await putCapture(ctx, Buffer.from('left behind, never a version'))
    await forget(hashes.slice(11))
    await forget(hashes.slice(0, 10))
    const worker = { ...later(), blobs: openFileBlobs(folder) }
    const loose = (ctx: Ctx) => tidyBlobs(ctx, undefined, { isLooseOnly: true })
    expect((await loose(ctx)).contents).toBe(0)
    const chain = await findChain(ctx, hashes[10] as Buffer)
    expect((await loose(worker)).contents).toBe(20 - chain.length)
    expect((await getCapture(ctx, hashes[10] as Buffer)).equals(version(10))).toBe(true)
    await forget([hashes[10] as Buffer])
    expect((await loose(worker)).contents).toBe(chain.length)
    expect((await sql`select from blob_loose`.execute(test.db)).rows).toEqual([])
    expect((await tidyBlobs(worker)).contents).toBe(1)
  })

  it('rewrites a pack that is mostly unused, and removes the old one in the next run', async () => {
    const kept = await aPage(2, 1_000)
    await fiveUnused()
    const before = (await packs())[0]?.size ?? 0
    // Another process tidies: it never writes into a pack of this process.
    const worker = { ...later(), blobs: openFileBlobs(folder) }
    expect(await tidyBlobs(worker)).toMatchObject({ contents: 5, packsRewritten: 1, packsRemoved: 0 })
    for (const [at, hash] of kept.hashes.entries())
      expect((await getCapture(ctx, hash)).equals(version(1_000 + at))).toBe(true)
    expect(await tidyBlobs(worker)).toMatchObject({ packsRemoved: 1 })
    const after = await packs()
    expect(after).toHaveLength(1)
    expect(after[0]?.size).toBeLessThan(before / 2)
    expect(await checkBlobs(ctx)).toMatchObject({ contents: 2, lost: 0, idle_bytes: 0 })
  })

  it('copies its own pack once and not the copies, if the clock jumps a day and the current pack seems old', async () => {
    const kept = await aPage(2, 2_000)
    await fiveUnused()
    const before = (await packs()).reduce((sum, { size }) => sum + size, 0)
    expect(await tidyBlobs(later())).toMatchObject({ packsRewritten: 1 })
    expect((await packs()).reduce((sum, { size }) => sum + size, 0)).toBeLessThan(2 * before)
    for (const [at, hash] of kept.hashes.entries())
      expect((await getCapture(ctx, hash)).equals(version(2_000 + at))).toBe(true)
  })

  it('a content that is used again during tidying stays, or its user fails and retries', async () => {
    const { hash } = await putCapture(ctx, version(1))
    let tidied: Promise<unknown> = Promise.resolve()
    await test.db.transaction().execute(async db => {
      expect((await putCapture({ ...ctx, db }, version(1))).isNew).toBe(false)
      tidied = tidyBlobs(later())
      await sql`select pg_sleep(0.1)`.execute(db)
    })
    await tidied
    await expect(getCapture(ctx, hash)).rejects.toMatchObject({ why: 'unknown' })
  })
})
