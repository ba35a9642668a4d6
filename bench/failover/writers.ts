// Two hundred writes a second from several users. Each acknowledgement is recorded with its content and time.
import { setTimeout as sleep } from 'node:timers/promises'
import { call, faultOf } from './client.ts'

/** `rows`: the exact number of records with the word. */
export type AcknowledgedWrite = { kind: WriteKind; word: string; id: number; rows: number }
export type WriteKind = 'og' | 'person' | 'event' | 'report' | 'import' | 'comment'
type Write = (word: string, token: string) => Promise<{ id: number; rows: number }>

/** Numbers of reports are assigned one after another, so a few reports are written per second, not two hundred. */
export const newReport: Write = (word, token) => createWriter('/v1/report', title => ({ title }))(word, token)

const createWriter =
  (path: string, body: (word: string) => object): Write =>
  async (word, token) => ({ id: (await call<{ id: number }>(token, 'POST', path, body(word))).id, rows: 1 })

const quick: [WriteKind, Write][] = [
  ['og', createWriter('/v1/og', name => ({ name, aliases: [`𠮷 ${name}`] }))],
  ['person', createWriter('/v1/person', word => ({ name: `${word} 姜𤨒姬` }))],
  ['event', createWriter('/v1/event', title => ({ title, start_time: '2026-05-01' }))],
]
const tickMs = 20
/** Maximum number of open requests: users without a reply do not send ever more requests. */
const mostOpen = 120

/** Starts `perSecond` writes as long as they are answered. `faults`: the count of each error or missing reply. */
export function openWriters(tokens: readonly string[], perSecond: number) {
  const acknowledged: AcknowledgedWrite[] = []
  const answers: number[] = []
  const faults = new Map<string, number>()
  let isStopping = false
  let begun = 0
  const open = new Set<Promise<void>>()

  async function write(nth: number): Promise<void> {
    const [kind, act] = quick[nth % quick.length] as (typeof quick)[number]
    const word = `lab${kind}${nth}x`
    try {
      acknowledged.push({ kind, word, ...(await act(word, tokens[nth % tokens.length] as string)) })
      answers.push(performance.now())
    } catch (error) {
      const what = faultOf(error)
      faults.set(what, (faults.get(what) ?? 0) + 1)
    }
  }

  const going = (async () => {
    let due = 0
    for (let last = performance.now(); !isStopping; await sleep(tickMs)) {
      const now = performance.now()
      // A pause of this process itself is not caught up.
      due = Math.min(due + ((now - last) * perSecond) / 1000, perSecond / 5)
      last = now
      for (; due >= 1 && open.size < mostOpen; due -= 1) {
        const one: Promise<void> = write(begun++).finally(() => open.delete(one))
        open.add(one)
      }
    }
    await Promise.all(open)
  })()

  return {
    told: acknowledged,
    answers,
    faults,
    stop: () => {
      isStopping = true
      return going
    },
  }
}

/** Repeats an act until stopped; a failed act is replaced by a new one after a pause. */
export function repeat(act: (nth: number) => Promise<void>, pauseMs: number) {
  let isStopping = false
  const going = (async () => {
    for (let nth = 0; !isStopping; nth += 1) {
      await act(nth).catch(error => {
        if (process.env.OG_BENCH_VERBOSE) console.error(`  ${(error as Error).message}`)
      })
      await sleep(pauseMs)
    }
  })()
  return () => {
    isStopping = true
    return going
  }
}

/** A file of fifty rows, read, checked and written by jobs of the workers. */
export async function importFile(token: string, word: string): Promise<AcknowledgedWrite> {
  const rows = 50
  const form = new FormData()
  form.append(
    'file',
    new Blob([`name\n${Array.from({ length: rows }, (_, row) => `${word} ${row}`).join('\n')}\n`]),
    'lab.csv',
  )
  const { id } = await call<{ id: number }>(token, 'POST', '/v1/import?noun=og', form)
  const read = () => call<{ state: string; plan: object }>(token, 'GET', `/v1/import/${id}`)
  const until = async (states: string[]) => {
    for (let tries = 0; tries < 400; tries += 1, await sleep(250))
      if (states.includes((await read().catch(() => ({ state: '' }))).state)) return
    throw new Error(`import ${id} did not reach ${states[0]}`)
  }
  await until(['mapping', 'failed'])
  await call(token, 'POST', `/v1/import/${id}/check`, (await read()).plan)
  await until(['checked', 'failed'])
  await call(token, 'POST', `/v1/import/${id}/run`)
  return { kind: 'import', word, id, rows }
}
