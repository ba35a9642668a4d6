import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type ArchiveBounds, type ArchivedCapture, defaultBounds } from './capture.ts'
import { readPortion } from './read-file.ts'
import { pageOfText, type WrittenRecord, warcFile, warcRecord } from './testing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-archive-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const megabyte = 1_048_576
const home = 'https://alpha.example/'
const page = (path: string, more: WrittenRecord = {}): WrittenRecord => ({
  url: `${home}${path}`,
  body: pageOfText(`${path}.`),
  ...more,
})

async function read(
  content: Buffer,
  { bounds = {}, from = 0 }: { bounds?: Partial<ArchiveBounds>; from?: number } = {},
) {
  const path = join(folder, 'file')
  await writeFile(path, content)
  const captures: ArchivedCapture[] = []
  const portion = await readPortion(
    {
      path,
      from,
      hosts: ['alpha.example'],
      maxBytes: megabyte,
      nowMs: Date.UTC(2026, 0, 1),
      bounds: { ...defaultBounds, ...bounds },
    },
    async capture => void captures.push(capture),
  )
  return {
    ...portion,
    captures,
    paths: captures.map(({ url }) => url.slice(home.length)),
    bodies: captures.map(({ body }) => Buffer.from(body).toString()),
  }
}

async function zipOf(
  members: readonly (readonly [name: string, content: Buffer])[],
  { compress = false } = {},
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of members) zip.addBuffer(content, name, { compress })
  zip.end()
  return await buffer(zip.outputStream)
}

describe('a WARC file', () => {
  it.each([false, true])('is read record by record (gzip: %s)', async gzip => {
    const { format, paths, bodies, refused, isEnd, fault } = await read(
      warcFile([{ type: 'warcinfo' }, { ...page('a'), type: 'request' }, page('a'), page('b')], { gzip }),
    )
    expect({ format, paths, refused, isEnd, fault }).toEqual({
      format: 'warc',
      paths: ['a', 'b'],
      refused: {},
      isEnd: true,
      fault: null,
    })
    expect(bodies[1]).toBe(pageOfText('b.'))
  })

  it('that is compressed as a whole is read too', async () => {
    expect((await read(gzipSync(warcFile([page('a'), page('b')])))).paths).toEqual(['a', 'b'])
  })

  it.each([
    ['absent', null],
    ['negative', '-5'],
    ['not a number', 'many'],
    ['too short', '40'],
    ['too long', '3000'],
  ])('loses one record to a length that is %s', async (_, length) => {
    const { paths, refused, fault } = await read(warcFile([page('a'), page('b', { length }), page('c'), page('d')]))
    expect({ paths, refused, fault }).toEqual({ paths: ['a', 'c', 'd'], refused: { broken_record: 1 }, fault: null })
  })

  it('loses one record without headers, and the last one if the file is cut off', async () => {
    const whole = warcFile([page('a'), Buffer.from('WARC/1.0\r\n\r\nno headers\r\n\r\n'), page('b'), page('c')])
    const { paths, refused } = await read(whole.subarray(0, whole.length - 50))
    expect({ paths, refused }).toEqual({ paths: ['a', 'b'], refused: { broken_record: 2 } })
  })

  it('loses one record to a damaged member, and continues with the next member', async () => {
    const members = ['a', 'b', 'c', 'd'].map(path => gzipSync(warcRecord(page(path))))
    members[1]!.fill(0x55, 60, 120)
    const { paths, refused, fault } = await read(Buffer.concat(members))
    expect(fault).toBeNull()
    expect(paths).toEqual(['a', 'c', 'd'])
    expect(refused).toEqual({ broken_record: 1 })
  })

  it('skips bytes that are not part of a member', async () => {
    const [one, two] = ['a', 'b'].map(path => gzipSync(warcRecord(page(path))))
    expect((await read(Buffer.concat([one!, Buffer.alloc(5_000), two!]))).paths).toEqual(['a', 'b'])
  })

  it('is read through its encodings', async () => {
    const body = Buffer.from(pageOfText('encoded.'))
    const half = Math.floor(body.length / 2)
    const chunked = (bytes: Buffer) =>
      Buffer.concat([
        Buffer.from(`${half.toString(16)};x=y\r\n`),
        bytes.subarray(0, half),
        Buffer.from(`\r\n${(bytes.length - half).toString(16)}\r\n`),
        bytes.subarray(half),
        Buffer.from('\r\n0\r\n\r\n'),
      ])
    const zipped = gzipSync(body)
    const zippedHalf = Math.floor(zipped.length / 2)
    const zippedChunks = Buffer.concat([
      Buffer.from(`${zippedHalf.toString(16)}\r\n`),
      zipped.subarray(0, zippedHalf),
      Buffer.from(`\r\n${(zipped.length - zippedHalf).toString(16)}\r\n`),
      zipped.subarray(zippedHalf),
      Buffer.from('\r\n0\r\n\r\n'),
    ])
    const encoded = (encoding: string, bytes: Buffer) =>
      page(encoding, { headers: { 'Content-Encoding': encoding }, body: bytes })
    const { bodies, refused } = await read(
      warcFile([
        encoded('gzip', zipped),
        encoded('br', brotliCompressSync(body)),
        encoded('deflate', deflateSync(body)),
        encoded('deflate', deflateRawSync(body)),
        // Already decoded, but the header was kept.
        encoded('gzip', body),
        page('chunked', { headers: { 'Transfer-Encoding': 'chunked' }, body: chunked(body) }),
        page('plain', { headers: { 'Transfer-Encoding': 'chunked' }, body }),
        page('both', {
          headers: { 'Transfer-Encoding': 'chunked', 'Content-Encoding': 'gzip' },
          body: zippedChunks,
        }),
        encoded('unknown', body),
        page('cut', { headers: { 'Transfer-Encoding': 'chunked' }, body: 'fff\r\nshort' }),
      ]),
    )
    expect(bodies).toEqual(Array.from({ length: 8 }, () => body.toString()))
    expect(refused).toEqual({ bad_encoding: 2 })
  })

  it('refuses a page that unpacks beyond its size, and a record beyond it', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * megabyte))
    const { paths, refused } = await read(
      warcFile([
        page('bomb', { headers: { 'Content-Encoding': 'gzip' }, body: bomb }),
        page('large', { body: Buffer.alloc(2 * megabyte, 'a') }),
        page('a'),
      ]),
    )
    expect({ paths, refused }).toEqual({ paths: ['a'], refused: { too_large: 2 } })
  })

  it('stops at a file that unpacks beyond its ratio, its bytes or its records', async () => {
    const bomb = Buffer.concat([warcFile([page('a')], { gzip: true }), gzipSync(Buffer.alloc(200 * megabyte))])
    expect((await read(bomb)).fault).toBe('too_compressed')
    expect((await read(bomb, { bounds: { unpackedBytes: 10 * megabyte } })).fault).toBe('too_large')
    expect(await read(warcFile([page('a'), page('b'), page('c')]), { bounds: { records: 2 } })).toMatchObject({
      fault: 'too_many_records',
      paths: ['a', 'b'],
    })
  })

  it('is bounded in its header lines', async () => {
    const endless = Buffer.concat([
      Buffer.from('WARC/1.0\r\nX: '),
      Buffer.alloc(3 * megabyte, 'x'),
      Buffer.from('\r\n'),
    ])
    const { paths, refused } = await read(warcFile([endless, page('a')]))
    expect({ paths, refused }).toEqual({ paths: ['a'], refused: { broken_record: 1 } })
  })

  it('is read in portions that together are the whole', async () => {
    const content = warcFile(
      Array.from({ length: 7 }, (_, n) => page(String(n), n === 3 ? { length: '3000' } : {})),
      { gzip: true },
    )
    const paths: string[] = []
    let [from, isEnd, broken] = [0, false, 0]
    while (!isEnd) {
      const portion = await read(content, { from, bounds: { portionCaptures: 2 } })
      paths.push(...portion.paths)
      broken += portion.refused.broken_record ?? 0
      from = portion.next
      isEnd = portion.isEnd
    }
    expect({ paths, broken }).toEqual({ paths: ['0', '1', '2', '4', '5', '6'], broken: 1 })
  })

  it('accepts addresses of the site only, at possible times', async () => {
    const { paths, refused } = await read(
      warcFile([
        page('', { url: 'https://beta.example/' }),
        page('', { url: 'https://alpha.example.beta.example/' }),
        page('', { url: 'data:text/html,x' }),
        page('', { url: 'https://a:b@alpha.example/' }),
        page('', { url: undefined as never }),
        page('in-brackets', { url: '<https://alpha.example/in-brackets#part>' }),
        page('a', { date: '2026-01-02T00:00:00Z' }),
        page('a', { date: '1989-12-31T23:59:59Z' }),
        page('a', { date: 'yesterday' }),
      ]),
    )
    expect(paths).toEqual(['in-brackets'])
    expect(refused).toEqual({ out_of_scope: 2, bad_address: 3, bad_time: 3 })
  })
})

describe('a WACZ file', () => {
  it('is read from its WARC members only', async () => {
    const { format, paths, refused } = await read(
      await zipOf([
        ['datapackage.json', Buffer.from('{}')],
        ['archive/a.warc.gz', warcFile([page('a')], { gzip: true })],
        ['archive/b.warc', warcFile([page('b')])],
        ['archive/sub/c.warc', warcFile([page('c')])],
        ['other/d.warc', warcFile([page('d')])],
        ['archive/a.warc.gz', warcFile([page('twice')], { gzip: true })],
      ]),
    )
    expect({ format, paths, refused }).toEqual({ format: 'wacz', paths: ['a', 'b'], refused: { broken_record: 1 } })
  })

  it('may not name files outside', async () => {
    const content = await zipOf([
      ['archive/xx-evil.warc', warcFile([page('evil')])],
      ['archive/a.warc', warcFile([page('a')])],
    ])
    const evil = Buffer.from(content.toString('latin1').replaceAll('archive/xx-evil', 'archive/../evil'), 'latin1')
    const { paths, fault } = await read(evil)
    expect(fault === 'broken' || paths.join() === 'a').toBe(true)
  })

  it('counts an encrypted member, and reads the others', async () => {
    const content = await zipOf(
      [
        ['archive/a.warc', warcFile([page('a')])],
        ['archive/b.warc', warcFile([page('b')])],
      ],
      { compress: true },
    )
    // The flag of encryption in the directory's entry of the first member.
    const at = content.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
    content[at + 8] = (content[at + 8] ?? 0) | 1
    const { paths, refused } = await read(content)
    expect({ paths, refused }).toEqual({ paths: ['b'], refused: { encrypted: 1 } })
  })

  it('without WARC members, or damaged, is refused', async () => {
    expect((await read(await zipOf([['index.html', Buffer.from('x')]]))).fault).toBe('unknown_format')
    expect((await read(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)]))).fault).toBe('broken')
  })
})

describe('a page saved by SingleFile', () => {
  const saved = (url: string, date: string) =>
    Buffer.from(
      `<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: ${url} \n saved date: ${date}\n--><meta charset=utf-8>${pageOfText('x.')}`,
    )

  it('is read with the address and the time that it states', async () => {
    const { format, paths, captures } = await read(
      saved(`${home}saved`, 'Wed Jun 01 2022 10:00:00 GMT+0200 (Central European Summer Time)'),
    )
    expect({ format, paths }).toEqual({ format: 'single_file', paths: ['saved'] })
    expect(new Date(captures[0]!.atMs).toISOString()).toBe('2022-06-01T08:00:00.000Z')
  })

  it('is refused with another address or time, and any other HTML is no archive', async () => {
    expect((await read(saved('javascript:alert(1)', 'Wed Jun 01 2022 10:00:00 GMT+0200'))).refused).toEqual({
      bad_address: 1,
    })
    expect((await read(saved(home, 'once'))).refused).toEqual({ bad_time: 1 })
    expect((await read(Buffer.from(pageOfText('x.')))).fault).toBe('unknown_format')
  })
})

describe('an MHTML file', () => {
  const message = (parts: string[], { boundary = 'b1', head = [] as string[] } = {}) =>
    [
      'From: <Saved by Blink>',
      `Snapshot-Content-Location: ${home}saved`,
      'Subject: Saved',
      'Date: Wed, 1 Jun 2022 08:00:00 -0000',
      'MIME-Version: 1.0',
      `Content-Type: multipart/related; type="text/html"; boundary="${boundary}"`,
      ...head,
      '',
      ...parts.flatMap(part => [`--${boundary}`, part]),
      `--${boundary}--`,
      '',
    ].join('\r\n')
  const html = Buffer.from(pageOfText('wörk.')).toString('base64')
  const root = `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\nContent-Location: ${home}saved\r\n\r\n${html}`
  const picture = 'Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo='
  const frame = 'Content-Type: text/html\r\n\r\n<html><body>An advertisement in a frame</body></html>'

  it('is read from its first part, without frames', async () => {
    const { format, paths, bodies, captures } = await read(Buffer.from(message([root, picture, frame])))
    expect({ format, paths }).toEqual({ format: 'mhtml', paths: ['saved'] })
    expect(bodies[0]).toContain('wörk.')
    expect(bodies[0]).not.toContain('advertisement')
    expect(new Date(captures[0]!.atMs).toISOString()).toBe('2022-06-01T08:00:00.000Z')
  })

  it('is read through a nested multipart, and refused when it nests too deeply', async () => {
    const nest = (depth: number): string =>
      depth === 0
        ? root
        : `Content-Type: multipart/related; boundary="n${depth}"\r\n\r\n--n${depth}\r\n${nest(depth - 1)}\r\n--n${depth}--`
    expect((await read(Buffer.from(message([nest(2)])))).paths).toEqual(['saved'])
    expect((await read(Buffer.from(message([nest(40)])))).refused).toEqual({ unreadable: 1 })
  })

  it('is refused beyond the size of a page, and without a page', async () => {
    const large = `Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(3 * megabyte, 'a').toString('base64')}`
    expect((await read(Buffer.from(message([large])))).refused).toEqual({ too_large: 1 })
    expect((await read(Buffer.from(message([picture])))).refused).toEqual({ not_page: 1 })
    expect((await read(Buffer.from(message([])))).refused).toEqual({ unreadable: 1 })
  })
})
