import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { WARCParser } from 'warcio'
import { type EvidenceCapture, writeWarc } from './warc.ts'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

function aCapture(id: number, values: Partial<EvidenceCapture> = {}): EvidenceCapture {
  const body = values.body ?? Buffer.from(`<p>capture ${id} — 第${id}版</p>`)
  return {
    id,
    url: 'https://site.example/news',
    finalUrl: 'https://site.example/news/',
    fetchedAt: `2026-03-0${id}T08:15:00.123Z`,
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8']],
    hops: [],
    round: 7,
    quality: 'good',
    hash: sha256(body),
    body,
    ...values,
  }
}

async function bytesOf(captures: EvidenceCapture[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of writeWarc(captures)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function open(file: Buffer) {
  const records: {
    type: string
    headers: Map<string, string>
    http: Map<string, string> | null
    status: unknown
    payload: Buffer
  }[] = []
  for await (const record of WARCParser.iterRecords([file])) {
    const payload = Buffer.from(await record.readFully(true))
    records.push({
      type: record.warcType,
      headers: new Map([...record.warcHeaders.headers].map(([name, value]) => [name.toLowerCase(), value])),
      http: record.httpHeaders
        ? new Map([...record.httpHeaders.headers].map(([name, value]) => [name.toLowerCase(), value]))
        : null,
      status: record.httpHeaders?.statusCode,
      payload,
    })
  }
  return records
}

describe('evidence', () => {
  it('opens as a WARC file with the snapshots in order, each with time, address, status and hash', async () => {
    const captures = [aCapture(1), aCapture(2, { status: 404, quality: 'low' })]
    const records = await open(await bytesOf(captures))
    expect(records.map(({ type }) => type)).toEqual(['warcinfo', 'response', 'metadata', 'response', 'metadata'])
    const [, response, metadata, second] = records
    expect(response?.payload.toString()).toBe('<p>capture 1 — 第1版</p>')
    expect(response?.headers.get('warc-date')).toBe('2026-03-01T08:15:00.123Z')
    expect(response?.headers.get('warc-target-uri')).toBe('https://site.example/news/')
    expect(response?.headers.get('warc-payload-digest')).toBe(`sha256:${captures[0]?.hash}`)
    expect(second?.status).toBe(404)
    expect(metadata?.headers.get('warc-concurrent-to')).toBe(response?.headers.get('warc-record-id'))
    expect(metadata?.payload.toString()).toContain(
      `og-capture-id: 1\r\nog-round: 7\r\nog-quality: good\r\nog-sha256: ${captures[0]?.hash}`,
    )
  })

  it('every digest is that of the bytes in the file', async () => {
    const file = await bytesOf([aCapture(1), aCapture(2)])
    let verified = 0
    for (const record of gunzipSync(file)
      .toString('latin1')
      .split(/^WARC\/1\.1\r\n/m)
      .slice(1)) {
      const [head = ''] = record.split('\r\n\r\n', 1)
      const length = Number(/^Content-Length: (\d+)/im.exec(head)?.[1])
      const block = Buffer.from(record.slice(head.length + 4, head.length + 4 + length), 'latin1')
      const digest = /^WARC-Block-Digest: sha256:(\w+)/im.exec(head)?.[1]
      if (digest === undefined) continue
      expect(sha256(block)).toBe(digest)
      verified += 1
    }
    expect(verified).toBe(4)
  })

  it('a body is not decoded a second time, and the other headers are unchanged', async () => {
    const headers: [string, string][] = [
      ['Content-Encoding', 'gzip'],
      ['Transfer-Encoding', 'chunked'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-Odd', 'a,,,b\r\nWARC-Type: forged'],
      ['WARC-Type', 'forged'],
      ['bad name', 'x'],
    ]
    const [, response] = await open(await bytesOf([aCapture(1, { headers })]))
    expect(response?.payload.toString()).toBe('<p>capture 1 — 第1版</p>')
    expect(response?.type).toBe('response')
    expect(response?.http?.get('x-archive-orig-content-encoding')).toBe('gzip')
    expect(response?.http?.get('set-cookie')).toBe('b=2')
    expect(response?.http?.get('x-odd')).toBe('a,b WARC-Type: forged')
    expect(response?.http?.has('bad name')).toBe(false)
  })

  it('records the redirects by which the page was reached', async () => {
    const hops = [{ url: 'http://site.example/news', status: 301, location: 'https://site.example/news/' }]
    const [, , metadata] = await open(await bytesOf([aCapture(1, { hops })]))
    expect(metadata?.payload.toString()).toContain(
      'og-redirect: 301 http://site.example/news https://site.example/news/\r\n',
    )
  })

  it('each record can be read from its own offset in the file', async () => {
    const file = await bytesOf([aCapture(1)])
    const members = file.toString('latin1').split('\u001f\u008b\b').slice(1)
    expect(members).toHaveLength(3)
    const [, second] = members.map(member => Buffer.from(`\u001f\u008b\b${member}`, 'latin1'))
    expect(gunzipSync(second as Buffer).toString()).toMatch(/^WARC\/1\.1\r\n/)
  })
})
