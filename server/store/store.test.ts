import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { findChain } from './store.queries.ts'
import { CaptureLost, captureHash, getCapture, openCaptures, putCapture, putCaptures } from './store.ts'

const test = useTestApp()
let folder: string
let ctx: Ctx
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-blob-'))
  ctx = { ...test.ctx, blobs: openFileBlobs(folder) }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const body = Array.from(
  { length: 800 },
  (_, line) => `<p>${line} ${captureHash(Buffer.from(`${line}`)).toString('hex')}</p>`,
)

/** A page of 60 KB whose versions differ in one line. */
function version(number: number, name = 'page'): Buffer {
  return Buffer.from(
    `<title>${name}</title>${body.with(number % 800, `<p>version ${number} of ${name}</p>`).join('\n')}`,
  )
}

async function packFiles(): Promise<string[]> {
  const files = await readdir(join(folder, 'pack'), { recursive: true, withFileTypes: true })
  return files.filter(file => file.isFile()).map(file => join(file.parentPath, file.name))
}

async function placeOf(hash: Buffer): Promise<{ path: string; at: number }> {
  const [blob] = await findChain(ctx, hash)
  if (!blob) throw new Error('not stored')
  return { path: join(folder, 'pack', blob.pack.slice(0, 2), blob.pack), at: blob.at }
}

describe('a content', () => {
  it('is read back unchanged, whatever its bytes', async () => {
    for (const raw of [
      version(1),
      Buffer.alloc(0),
      Buffer.from('a'),
      randomBytes(70_000),
      Buffer.alloc(5_000_000, 'x'),
    ]) {
      const { hash, isNew } = await putCapture(ctx, raw)
      expect(isNew).toBe(true)
      expect((await getCapture(ctx, hash)).equals(raw)).toBe(true)
    }
  })

  it('is stored once, also if it comes twice in one batch or from two processes at a time', async () => {
    const raw = version(2, 'twice')
    const [first, second] = await putCaptures(ctx, [{ raw }, { raw }])
    expect([first?.isNew, second?.isNew]).toEqual([true, false])
    expect(await putCapture(ctx, raw)).toEqual({ hash: captureHash(raw), isNew: false, stored: 0 })
    const other = version(3, 'twice')
    await Promise.all([putCapture(ctx, other), putCapture(ctx, other)])
    const rows = await test.db
      .selectFrom('blob')
      .select('hash')
      .where('hash', 'in', [captureHash(raw), captureHash(other)])
      .execute()
    expect(rows).toHaveLength(2)
    expect((await getCapture(ctx, captureHash(other))).equals(other)).toBe(true)
  })

  it('takes little space next to the version before it', async () => {
    const first = await putCapture(ctx, version(1, 'small'))
    const second = await putCapture(ctx, version(2, 'small'), first.hash)
    expect(first.stored).toBeGreaterThan(20_000)
    expect(second.stored).toBeLessThan(400)
  })

  it('is stored without a base if it resembles nothing before it', async () => {
    const first = await putCapture(ctx, version(1, 'alone'))
    const { hash } = await putCapture(ctx, randomBytes(30_000), first.hash)
    expect((await findChain(ctx, hash)).map(({ codec, base }) => ({ codec, base }))).toEqual([
      { codec: 'raw', base: null },
    ])
  })
})

describe('many versions of a page', () => {
  it('are all read back, and none is far from one without a base', async () => {
    const versions = Array.from({ length: 90 }, (_, number) => version(number, 'long'))
    let previous: Buffer | undefined
    for (const raw of versions) previous = (await putCapture(ctx, raw, previous)).hash
    const steps = await Promise.all(versions.map(async raw => (await findChain(ctx, captureHash(raw))).length - 1))
    expect(Math.max(...steps)).toBeLessThanOrEqual(6)
    for (const raw of versions) expect((await getCapture(ctx, captureHash(raw))).equals(raw)).toBe(true)
    const { rows } = await sql<{ alone: number }>`select count(*)::int as alone from blob where base is null
      and hash in (${sql.join(versions.map(captureHash))})`.execute(test.db)
    expect(rows[0]?.alone).toBe(1)
  })
})

describe('many contents that are read together', () => {
  it('are read back as each alone, also those built on others, with one read of each pack', async () => {
    const first = await putCapture(ctx, version(1, 'together'))
    const second = await putCapture(ctx, version(2, 'together'), first.hash)
    const third = await putCapture(ctx, version(3, 'together'), second.hash)
    let readings = 0
    const readParts: Ctx['blobs']['readParts'] = (pack, parts) => {
      readings += 1
      return ctx.blobs.readParts(pack, parts)
    }
    const hashes = [third.hash, first.hash, second.hash]
    const read = await openCaptures({ ...ctx, blobs: { ...ctx.blobs, readParts } }, hashes)
    const numbers = [3, 1, 2]
    for (const [n, hash] of hashes.entries())
      expect((await read(hash)).equals(version(numbers[n]!, 'together'))).toBe(true)
    expect(readings).toBe(1)
  })

  it('fail one by one', async () => {
    const good = await putCapture(ctx, version(1, 'good of two'))
    const bad = await putCapture(ctx, version(1, 'bad of two'))
    const { path, at } = await placeOf(bad.hash)
    const { open } = await import('node:fs/promises')
    const file = await open(path, 'r+')
    await file.write(Buffer.from('not what was stored'), 0, 19, at + 2_000)
    await file.close()
    const unknown = captureHash(Buffer.from('never of two'))
    const read = await openCaptures(ctx, [bad.hash, unknown, good.hash])
    await expect(read(bad.hash)).rejects.toMatchObject({ why: 'damaged' })
    await expect(read(unknown)).rejects.toMatchObject({ why: 'unknown' })
    expect((await read(good.hash)).equals(version(1, 'good of two'))).toBe(true)
    const unreadable = { ...ctx.blobs, readParts: () => Promise.reject(new Error('the disk')) }
    const none = await openCaptures({ ...ctx, blobs: unreadable }, [good.hash])
    await expect(none(good.hash)).rejects.toThrow('the disk')
  })
})

describe('faults of the disk', () => {
  it('a damaged content causes an error and is never shown; so is a content built on it', async () => {
    const first = await putCapture(ctx, version(1, 'damaged'))
    const second = await putCapture(ctx, version(2, 'damaged'), first.hash)
    const { path, at } = await placeOf(first.hash)
    const { open } = await import('node:fs/promises')
    const file = await open(path, 'r+')
    await file.write(Buffer.from('not what was stored'), 0, 19, at + 2_000)
    await file.close()
    await expect(getCapture(ctx, first.hash)).rejects.toMatchObject({ why: 'damaged' })
    await expect(getCapture(ctx, second.hash)).rejects.toBeInstanceOf(CaptureLost)
    // The next version does not build on a damaged one.
    const third = await putCapture(ctx, version(3, 'damaged'), second.hash)
    expect((await getCapture(ctx, third.hash)).equals(version(3, 'damaged'))).toBe(true)
  })

  it('a content that was never stored, or whose pack is missing, causes an error too', async () => {
    await expect(getCapture(ctx, captureHash(Buffer.from('never')))).rejects.toMatchObject({ why: 'unknown' })
    const elsewhere = { ...ctx, blobs: openFileBlobs(join(folder, 'elsewhere')) }
    const { hash } = await putCapture(elsewhere, version(1, 'gone'))
    await rm(join(folder, 'elsewhere'), { recursive: true })
    await expect(getCapture(ctx, hash)).rejects.toMatchObject({ why: 'missing' })
  })

  it('a lost content is readable again once it is stored again', async () => {
    const raw = version(1, 'again')
    const { hash } = await putCapture(ctx, raw)
    const { path, at } = await placeOf(hash)
    await truncate(path, at + 100)
    await test.db.updateTable('blob').set({ is_lost: true }).where('hash', '=', hash).execute()
    expect((await putCapture(ctx, raw)).isNew).toBe(true)
    expect((await getCapture(ctx, hash)).equals(raw)).toBe(true)
  })

  it('a record half written by a killed process at the end of a pack harms nothing', async () => {
    const { hash } = await putCapture(ctx, version(1, 'torn'))
    const { path } = await placeOf(hash)
    await writeFile(path, 'half a capt', { flag: 'a' })
    const next = await putCapture(ctx, version(2, 'torn'), hash)
    expect((await getCapture(ctx, next.hash)).equals(version(2, 'torn'))).toBe(true)
    expect((await getCapture(ctx, hash)).equals(version(1, 'torn'))).toBe(true)
  })

  it('a transaction that is rolled back leaves no row', async () => {
    const raw = version(1, 'rolled back')
    await test.db
      .transaction()
      .execute(async db => {
        await putCapture({ ...ctx, db }, raw)
        throw new Error('on purpose')
      })
      .catch(() => {})
    await expect(getCapture(ctx, captureHash(raw))).rejects.toMatchObject({ why: 'unknown' })
  })

  it('concurrent captures share a pack and its waits for the disk', async () => {
    const before = (await packFiles()).length
    const raws = Array.from({ length: 80 }, (_, number) => version(number, `crowd ${number}`))
    const puts = await Promise.all(raws.map(raw => putCapture(ctx, raw)))
    expect((await packFiles()).length).toBe(before)
    for (const [index, { hash }] of puts.entries())
      expect((await getCapture(ctx, hash)).equals(raws[index] as Buffer)).toBe(true)
  })
})
