import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { origin } from './kills-console.ts'

/** An acknowledged write: its kind, its word (or id), and the number of promised rows. */
export type AcknowledgedWrite = { kind: string; word: string; id: number; rows: number }
export type CallApi = <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<T>
type Writer = (
  word: string,
  call: CallApi,
  state: { token: string; last?: number },
) => Promise<Omit<AcknowledgedWrite, 'kind' | 'word'>>

const json = { 'content-type': 'application/json' }

/** The data of a successful request; anything else is thrown, and nothing was promised. */
export function caller(token: string): CallApi {
  return async (method, path, body, headers = json) => {
    const response = await fetch(origin + path, {
      method,
      headers: { ...(body === undefined ? {} : headers), authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()).data
  }
}

const createWriter =
  (path: string, body: (word: string) => object): Writer =>
  async (word, call) => ({ id: (await call<{ id: number }>('POST', path, body(word))).id, rows: 1 })

const waitFor = async (read: () => Promise<{ state: string }>, states: string[]) => {
  for (;;) {
    const { state } = await read().catch(() => ({ state: '' }))
    if (states.includes(state)) return state
    await sleep(300)
  }
}

/** Every kind of write; a failed one is repeated under another word. */
export const writers: Record<string, Writer> = {
  og: createWriter('/v1/og', word => ({ name: word, aliases: [`𠮷 ${word}`] })),
  person: createWriter('/v1/person', word => ({ name: `${word} 姜𤨒姬` })),
  event: createWriter('/v1/event', word => ({ title: word, start_time: '2026-05-01' })),
  word: createWriter('/v1/word', word => ({ word })),
  issue: createWriter('/v1/issue', word => ({ title: word, kind: 'bug' })),
  /** Created, then saved a second time: two revisions. */
  report: async (word, call) => {
    const { id, rev } = await call<{ id: number; rev: number }>('POST', '/v1/report', { title: word })
    await call('PUT', `/v1/report/${id}`, { rev, summary: word })
    return { id, rows: 2 }
  },
  /** Ten organisations, then one bulk act on all of them. */
  bulk: async (word, call) => {
    const ids: number[] = []
    for (let nth = 0; nth < 10; nth += 1)
      ids.push((await call<{ id: number }>('POST', '/v1/og', { name: `${word} ${nth}` })).id)
    const { done } = await call<{ done: number }>('POST', '/v1/og/bulk', {
      act: 'update',
      ids,
      expected: 10,
      patch: { weight: 7 },
    })
    return { id: ids[0] ?? 0, rows: done }
  },
  import: async (word, call) => {
    const form = new FormData()
    const rows = Array.from({ length: 200 }, (_, nth) => `${word} ${nth}`)
    form.append('file', new Blob([`name\n${rows.join('\n')}\n`]), 'kills.csv')
    const { id } = await call<{ id: number }>('POST', '/v1/import?noun=og', form, {})
    const read = () => call<{ state: string; plan: object }>('GET', `/v1/import/${id}`)
    await waitFor(read, ['mapping', 'failed'])
    await call('POST', `/v1/import/${id}/check`, (await read()).plan)
    await waitFor(read, ['checked', 'failed'])
    await call('POST', `/v1/import/${id}/run`)
    return { id, rows: rows.length }
  },
  upload: async (word, _call, { token }) => {
    const bytes = Buffer.from(`${word}\n`.repeat(20_000))
    const base = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const begun = await fetch(`${origin}/v1/upload/tus`, {
      method: 'POST',
      headers: {
        ...base,
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${encoded(`${word}.txt`)},upload ${encoded('{}')}`,
      },
      signal: AbortSignal.timeout(20_000),
    })
    const location = begun.headers.get('location')
    if (begun.status !== 201 || !location) throw new Error(`upload: ${begun.status}`)
    for (;;) {
      const head = await fetch(new URL(location, origin), {
        method: 'HEAD',
        headers: base,
        signal: AbortSignal.timeout(20_000),
      })
      const record = head.headers.get('upload-record')
      if (record) return { id: Number(record), rows: 1 }
      if (!head.ok) throw new Error(`upload: ${head.status}`)
      const offset = Number(head.headers.get('upload-offset'))
      const sent = await fetch(new URL(location, origin), {
        method: 'PATCH',
        headers: { ...base, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: bytes.subarray(offset),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined)
      const made = sent?.headers.get('upload-record')
      if (made) return { id: Number(made), rows: 1 }
      await sleep(200)
    }
  },
  /** A round of a site on this machine; the next one starts when it has ended. */
  round: async (_word, call, state) => {
    state.last ??= await site(call)
    const { number } = await call<{ number: number }>('POST', `/v1/og/${state.last}/round`)
    return { id: state.last, rows: number }
  },
}

async function site(call: CallApi): Promise<number> {
  const { id } = await call<{ id: number }>('POST', '/v1/og', {
    name: 'A site of the kills',
    entrances: [`http://127.0.0.1:${sitePort}/`],
  })
  const { rev } = await call<{ rev: number }>('GET', `/v1/og/${id}/site`)
  await call('PUT', `/v1/og/${id}/site`, { rev, delay_ms: 20, max_pages: 60 })
  await call('POST', '/v1/follow', { noun: 'og', record_id: id })
  return id
}

export const sitePort = 18_096

/** Writes without a pause until stopped; each acknowledgement is a line of the file. Returns their number. */
export async function keepWriting(
  kind: string,
  token: string,
  file: string,
  isStopping: () => boolean,
): Promise<number> {
  const write = writers[kind] as Writer
  const call = caller(token)
  const state = { token }
  let count = 0
  for (let nth = 0; !isStopping(); nth += 1) {
    const word = `kills${kind}${nth}x`
    try {
      const acknowledged: AcknowledgedWrite = { kind, word, ...(await write(word, call, state)) }
      appendFileSync(file, `${JSON.stringify(acknowledged)}\n`)
      count += 1
      await sleep(50)
    } catch (error) {
      if (process.env.OG_BENCH_VERBOSE) console.error(`${kind}: ${(error as Error).message}`)
      await sleep(200)
    }
  }
  return count
}
