import { STATUS_CODES } from 'node:http'
import { Readable } from 'node:stream'
import { WARCRecord, WARCSerializer } from 'warcio'

/** One version as evidence: the request, the response, and the metadata of the console. */
export type EvidenceCapture = {
  id: number
  url: string
  finalUrl: string
  /** ISO 8601. */
  fetchedAt: string
  status: number
  headers: readonly (readonly [string, string])[]
  hops: readonly { url: string; status: number; location: string }[]
  round: number
  quality: string
  /** SHA-256 of the body, hexadecimal. */
  hash: string
  /** The body without transfer and content encoding. */
  body: Buffer
}

const warcVersion = 'WARC/1.1'

/**
 * Writes WARC 1.1 (ISO 28500:2017), each record gzipped separately: a warcinfo record, then for every snapshot its
 * response and a metadata record. One snapshot is in memory at a time.
 */
export function writeWarc(captures: Iterable<EvidenceCapture> | AsyncIterable<EvidenceCapture>): Readable {
  return Readable.from(records(captures), { objectMode: false })
}

async function* records(captures: Iterable<EvidenceCapture> | AsyncIterable<EvidenceCapture>) {
  let isFirst = true
  for await (const capture of captures) {
    if (isFirst) yield* serialize(infoRecord(capture.fetchedAt))
    isFirst = false
    const response = responseRecord(capture)
    yield* serialize(response)
    yield* serialize(metadataRecord(capture, String(response.warcHeader('WARC-Record-ID'))))
  }
}

function serialize(record: WARCRecord): AsyncIterable<Uint8Array> {
  return new WARCSerializer(record, { gzip: true, digest: { algo: 'sha-256', prefix: 'sha256:' } })
}

function infoRecord(date: string): WARCRecord {
  return WARCRecord.createWARCInfo(
    { warcVersion, date },
    {
      software: 'Og Group page monitor',
      format: 'WARC File Format 1.1',
      conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
      description:
        'Captures of public web pages. Bodies are without transfer and content encoding; the headers that told of these are renamed X-Archive-Orig-….',
    },
  )
}

function responseRecord(capture: EvidenceCapture): WARCRecord {
  return WARCRecord.create(
    {
      type: 'response',
      warcVersion,
      url: capture.finalUrl,
      date: capture.fetchedAt,
      statusline: `HTTP/1.1 ${capture.status} ${STATUS_CODES[capture.status] ?? ''}`.trimEnd(),
      httpHeaders: [...capture.headers.flatMap(headerOf), ['Content-Length', String(capture.body.length)]],
    },
    [capture.body],
  )
}

/** Headers that describe the bytes as sent would make a reader decode the body a second time. */
const wireHeaders = /^(content-encoding|transfer-encoding|content-length|warc-.*)$/i

function headerOf([name, value]: readonly [string, string]): [string, string][] {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return []
  // A run of commas would be read as several headers, a line break as the end of one.
  const plain = value.replaceAll(/[\r\n]+/g, ' ').replaceAll(/,{3,}/g, ',')
  return [[wireHeaders.test(name) ? `X-Archive-Orig-${name}` : name, plain]]
}

function metadataRecord(capture: EvidenceCapture, responseId: string): WARCRecord {
  const fields: [string, string][] = [
    ['og-capture-id', String(capture.id)],
    ['og-round', String(capture.round)],
    ['og-quality', capture.quality],
    ['og-sha256', capture.hash],
    ['og-asked-url', capture.url],
    ...capture.hops.map(({ url, status, location }): [string, string] => [
      'og-redirect',
      `${status} ${url} ${location}`,
    ]),
  ]
  const text = fields.map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]+/g, ' ')}\r\n`).join('')
  return WARCRecord.create(
    {
      type: 'metadata',
      warcVersion,
      url: capture.finalUrl,
      date: capture.fetchedAt,
      warcHeaders: { 'WARC-Concurrent-To': responseId, 'Content-Type': 'application/warc-fields' },
    },
    [Buffer.from(text)],
  )
}
