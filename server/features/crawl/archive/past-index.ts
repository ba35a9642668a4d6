// Reads the list of captures that a web archive returns: CDX as JSON (one array, or an object in each line), or a TimeMap.
import type { PastRequest } from '#contract/page-archive.api.ts'

export type IndexEntry = { timestamp: string; url: string; mime: string; status: string }

const mostEntries = 50_000
const mostLine = 20_000

/** Null if the text is no list of captures. */
export function readIndex(text: string): IndexEntry[] | null {
  const body = text.replace(/^\ufeff/, '').trim()
  if (body === '') return []
  if (body.startsWith('[')) return readTable(body)
  if (body.startsWith('{')) return readLines(body)
  return body.startsWith('<') && !/^<(?:!|html|\?)/i.test(body) ? readTimeMap(body) : null
}

function readTable(body: string): IndexEntry[] | null {
  const rows = parse(body)
  if (!Array.isArray(rows)) return null
  const [head, ...rest] = rows as unknown[]
  if (head === undefined) return []
  if (!Array.isArray(head)) return null
  const column = (name: string) => head.indexOf(name)
  const [timestamp, url, mime, status] = [
    column('timestamp'),
    column('original'),
    column('mimetype'),
    column('statuscode'),
  ] as [number, number, number, number]
  if (timestamp < 0 || url < 0) return null
  return rest.slice(0, mostEntries).flatMap(row => {
    if (!Array.isArray(row)) return []
    const of = (at: number) => (typeof row[at] === 'string' ? (row[at] as string) : '')
    return [{ timestamp: of(timestamp), url: of(url), mime: of(mime), status: of(status) }]
  })
}

function readLines(body: string): IndexEntry[] | null {
  const entries: IndexEntry[] = []
  for (const line of body.split('\n', mostEntries)) {
    const row = line.length > mostLine ? null : parse(line)
    if (typeof row !== 'object' || row === null) continue
    const of = (...names: string[]) => {
      const value = names.map(name => (row as Record<string, unknown>)[name]).find(each => each !== undefined)
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    }
    entries.push({
      timestamp: of('timestamp'),
      url: of('url', 'original'),
      mime: of('mime', 'mimetype'),
      status: of('status', 'statuscode'),
    })
  }
  return entries.some(({ timestamp, url }) => timestamp !== '' && url !== '') ? entries : null
}

const memento = /<([^<>]{1,4000})>\s*((?:;\s*[\w-]+\s*=\s*(?:"[^"]{0,500}"|[^\s;,"]{1,500})\s*){0,10})/g

/** The address in front of the time in a memento's own address is that of the page. */
function readTimeMap(body: string): IndexEntry[] | null {
  const entries: IndexEntry[] = []
  let original = ''
  for (const [, target = '', attributes = ''] of body.matchAll(memento)) {
    const of = (name: string) => new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;,"]+))`, 'i').exec(attributes)
    const rel = of('rel')
    const kinds = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/)
    if (kinds.includes('original')) original = target
    const at = Date.parse(of('datetime')?.[1] ?? '')
    if (!kinds.includes('memento') || entries.length >= mostEntries) continue
    const timestamp = Number.isFinite(at) ? new Date(at).toISOString().replace(/\D/g, '').slice(0, 14) : ''
    entries.push({ timestamp, url: '', mime: '', status: '' })
  }
  if (original === '' && entries.length === 0) return null
  return entries.map(entry => ({ ...entry, url: original }))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The time of a capture in milliseconds; null if it is no time. */
export function timeOf(timestamp: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(timestamp)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // Date.parse accepts 31 February.
  return Number.isFinite(at) && new Date(at).getUTCDate() === Number(day) ? at : null
}

/** The first capture of each span, spread over the whole time if there are more than are wanted; oldest first. */
export function chooseCaptures<Entry extends { timestamp: string }>(
  entries: readonly Entry[],
  { captures, span, from_year: from = 0, to_year: to = 9_999 }: PastRequest,
): Entry[] {
  const year = (entry: Entry) => Number(entry.timestamp.slice(0, 4))
  const spanOf = ({ timestamp }: Entry) =>
    span === 'year'
      ? timestamp.slice(0, 4)
      : span === 'month'
        ? timestamp.slice(0, 6)
        : `${timestamp.slice(0, 4)} ${Math.ceil(Number(timestamp.slice(4, 6)) / 3)}`
  const first = new Map<string, Entry>()
  for (const entry of entries.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1)))
    if (year(entry) >= from && year(entry) <= to && !first.has(spanOf(entry))) first.set(spanOf(entry), entry)
  const all = [...first.values()]
  if (all.length <= captures) return all
  if (captures === 1) return all.slice(0, 1)
  return Array.from({ length: captures }, (_, at) => all[Math.round((at * (all.length - 1)) / (captures - 1))] as Entry)
}
