// Proves that nothing is missed: records are edited without a pause while lists load, and documents are read before the
// parties they name exist. At the end the stored results are compared with the generated data, number by number.
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { openConsole, origin } from '../kills-console.ts'
import { type CallApi, caller } from '../kills-writers.ts'
import { type BenchOptions, describeMachine, table } from '../kit.ts'
import { makeDocument } from './documents.ts'
import { Rand } from './random-names.ts'
import { type ExpectedContent, verify } from './verify.ts'

const lists = 3
const entriesOfList = 1_000
const editorsAtOnce = 6
const namesOfDocument = 3
const restMinutes = 20

/** `--rows`: records (5,000), `--count`: documents (200), `--seed`: seed of the names. */
export async function run({ rows = 5_000, count = 200, seed = 1 }: BenchOptions): Promise<Record<string, unknown>> {
  process.env.OG_BOUND_FACTOR = '10000'
  const names = new Rand(seed)
  const place = openConsole()
  const startedAt = performance.now()
  try {
    place.start()
    const token = await signInFirst()
    const call = caller(token)
    const expected: ExpectedContent = { records: new Map(), entries: new Map(), documents: [] }
    const partyNames = Array.from({ length: count * namesOfDocument }, () => names.next())
    await sendDocuments(token, count, partyNames, expected)
    const ids = await createRecords(call, rows, names, expected)
    const listIds: number[] = []
    for (let n = 0; n < lists; n += 1)
      listIds.push((await call<{ id: number }>('POST', '/v1/list', { name: `List ${n}` })).id)
    let isLoading = true
    let edits = 0
    const editing = Array.from({ length: editorsAtOnce }, (_, nth) =>
      (async () => {
        const own = ids.filter((_, at) => at % editorsAtOnce === nth)
        while (isLoading)
          for (const id of own) {
            if (!isLoading) return
            await edit(call, id, names, expected)
            edits += 1
          }
      })(),
    )
    const makingParties = createParties(call, partyNames, expected)
    // Two versions of each list; the second removes entries, adds others and uses the current names of some records.
    for (const version of [1, 2]) for (const list of listIds) await loadList(call, list, version, names, expected)
    await makingParties
    isLoading = false
    await Promise.all(editing)
    const editedS = (performance.now() - startedAt) / 1000
    const waitedS = await waitForRest(call)
    const found = await verify(call, place, expected)
    console.log(describeMachine(), `load ${loadavg()[0]?.toFixed(1)}`)
    console.log(table(['what', 'expected', 'found', 'missed'], found.rows))
    return {
      records: expected.records.size,
      edits,
      documents: count,
      edited_s: Math.round(editedS),
      rest_s: Math.round(waitedS),
      ...found.figures,
    }
  } finally {
    await place.stop()
    rmSync(place.folder, { recursive: true, force: true })
  }
}

async function signInFirst(): Promise<string> {
  for (;;) {
    const answer = await fetch(`${origin}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'bench-password-1' }),
    }).catch(() => undefined)
    if (answer?.ok) return (await answer.json()).data.token
    await sleep(300)
  }
}

async function sendDocuments(
  token: string,
  count: number,
  names: readonly string[],
  expected: ExpectedContent,
): Promise<void> {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  for (let nth = 0; nth < count; nth += 1) {
    const named = names.slice(nth * namesOfDocument, (nth + 1) * namesOfDocument)
    const { name, bytes } = makeDocument(nth, named)
    const base = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
    const metadata = `filename ${encoded(name)},upload ${encoded('{}')}`
    const begun = await fetch(`${origin}/v1/upload/tus`, {
      method: 'POST',
      headers: { ...base, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    })
    const sent = await fetch(new URL(begun.headers.get('location') ?? '', origin), {
      method: 'PATCH',
      headers: { ...base, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes),
    })
    const id = Number(sent.headers.get('upload-record'))
    if (!id) throw new Error(`${name}: ${begun.status} ${sent.status}`)
    expected.documents.push({ id, name, names: named })
  }
}

async function createRecords(call: CallApi, rows: number, names: Rand, expected: ExpectedContent): Promise<number[]> {
  const ids: number[] = []
  await inParallel(rows, async () => {
    const name = names.next()
    const { id } = await call<{ id: number }>('POST', '/v1/person', { name })
    expected.records.set(id, name)
    ids.push(id)
  })
  return ids
}

/** The parties of the documents are created while records are edited and lists load. */
async function createParties(call: CallApi, partyNames: readonly string[], expected: ExpectedContent): Promise<void> {
  for (const name of partyNames) {
    const { id } = await call<{ id: number }>('POST', '/v1/person', { name })
    expected.records.set(id, name)
  }
}

/** Mostly edits fields that screening does not read: such an edit must not lose a record that is being compared. */
async function edit(call: CallApi, id: number, names: Rand, expected: ExpectedContent): Promise<void> {
  const chance = names.chance()
  if (chance < 0.2) {
    const name = names.next()
    await call('PUT', `/v1/person/${id}`, { name })
    expected.records.set(id, name)
  } else await call('PUT', `/v1/person/${id}`, chance < 0.6 ? { desc: names.next() } : { position: names.next() })
}

async function loadList(
  call: CallApi,
  list: number,
  version: number,
  names: Rand,
  expected: ExpectedContent,
): Promise<void> {
  const isOf = ([key]: [string, string]) => key.startsWith(`${list}/`)
  const kept = new Map([...expected.entries].filter(isOf).filter((_, at) => at % 3 > 0))
  for (const key of [...expected.entries.keys()].filter(key => key.startsWith(`${list}/`))) expected.entries.delete(key)
  for (const [key, name] of kept) expected.entries.set(key, name)
  const taken = [...expected.records.values()]
  for (let n = kept.size; n < entriesOfList; n += 1)
    expected.entries.set(
      `${list}/${version}-${n}`,
      n % 4 === 0 ? (taken[names.below(taken.length)] ?? names.next()) : names.next(),
    )
  const own = [...expected.entries].filter(isOf)
  const lines = own.map(([key, name]) =>
    JSON.stringify({ id: key.split('/')[1], schema: 'Person', properties: { name: [name] } }),
  )
  const form = new FormData()
  form.append('file', new Blob([lines.join('\n')]), `list-${list}-${version}.ftm.json`)
  await call('POST', `/v1/list/${list}/file`, form, {})
  for (;;) {
    const { version: now, loading } = await call<{ version: { n: number } | null; loading: { state: string } | null }>(
      'GET',
      `/v1/list/${list}`,
    )
    if (!loading && now) return
    if (loading && ['failed', 'cancelled', 'mapping', 'held'].includes(loading.state))
      throw new Error(`list ${list}: ${loading.state}`)
    await sleep(200)
  }
}

type Part = { waiting: number } | null
type CompletenessReport = { screening: Part; documents: Part; mentions: Part; search: Part }

/** Seconds until the coverage report itself shows twice in a row that nothing waits. */
async function waitForRest(call: CallApi): Promise<number> {
  const startedAt = performance.now()
  for (let calm = 0; calm < 2; ) {
    const { screening, documents, mentions, search } = await call<CompletenessReport>('GET', '/v1/coverage')
    const waiting = [screening, documents, mentions, search].map(part => part?.waiting ?? -1)
    calm = waiting.every(count => count === 0) ? calm + 1 : 0
    if (performance.now() - startedAt > restMinutes * 60_000)
      throw new Error(`not idle after ${restMinutes} minutes: ${waiting}`)
    await sleep(2_000)
  }
  return (performance.now() - startedAt) / 1000
}

async function inParallel(times: number, work: () => Promise<void>): Promise<void> {
  let left = times
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (left > 0) {
        left -= 1
        await work()
      }
    }),
  )
}
