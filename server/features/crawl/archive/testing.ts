import { gzipSync } from 'node:zlib'

export type WrittenRecord = {
  type?: string
  url?: string
  date?: string
  /** The HTTP status line, headers and body. */
  status?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Replaces the true length; null leaves it out. */
  length?: string | null
  contentType?: string
  /** More lines of the record's own headers. */
  lines?: string[]
}

/** One record of a WARC file, as written by an archiving program or by someone hostile. */
export function warcRecord(record: WrittenRecord): Buffer {
  const { type = 'response', url, date = '2019-05-01T10:00:00Z', status = '200 OK', body = '', length } = record
  const http = Buffer.concat([
    Buffer.from(
      [
        `HTTP/1.1 ${status}`,
        ...Object.entries({ 'Content-Type': 'text/html; charset=utf-8', ...record.headers }).map(
          ([name, value]) => `${name}: ${value}`,
        ),
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(body),
  ])
  const lines = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    ...(url === undefined ? [] : [`WARC-Target-URI: ${url}`]),
    `WARC-Date: ${date}`,
    'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>',
    `Content-Type: ${record.contentType ?? 'application/http; msgtype=response'}`,
    ...(record.lines ?? []),
    ...(length === null ? [] : [`Content-Length: ${length ?? http.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), http, Buffer.from('\r\n\r\n')])
}

/** A WARC file; `gzip`: each record is a member of its own, as archiving programs write them. */
export function warcFile(records: readonly (WrittenRecord | Buffer)[], { gzip = false } = {}): Buffer {
  const all = records.map(each => (Buffer.isBuffer(each) ? each : warcRecord(each)))
  return Buffer.concat(gzip ? all.map(each => gzipSync(each)) : all)
}

/** A page that is long enough to be believed. */
export const pageOfText = (text: string) =>
  `<html lang="en"><head><title>History</title></head><body><main><h1>Our company</h1><p>${text} This paragraph is long enough to count as the text of a page, and it is about ${text}</p></main></body></html>`
