// The bench itself, within the lab's own network: FOLDER KILLS SEED FILE-FOR-THE-FIGURES WRITES-A-SECOND KINDS.
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '#server/platform/db/db.ts'
import { openLab } from '../../deploy/lab/lab.ts'
import { machinesOf, urls } from '../../deploy/lab/plan.ts'
import { randomOf } from '../kills.ts'
import { signIn } from '../kit.ts'
import { call, callUntil, faultOf } from './client.ts'
import { strike } from './faults.ts'
import { judge } from './judge.ts'
import { kindOf, type PlannedFault, planFaults } from './plan.ts'
import { overlappingRequests } from './requests.ts'
import { longestSilence, percentile } from './silence.ts'
import { openSites } from './site.ts'
import { holdStream } from './streams.ts'
import { upgradeApis } from './upgrade.ts'
import { importFile, newReport, openWriters, repeat } from './writers.ts'

const [folder = '', kills = '50', seed = '1', figuresFile = '', perSecond = '200', only = ''] = process.argv.slice(2)
const siteHosts = ['10.21.0.201', '10.21.0.202', '10.21.0.203', '10.21.0.204']
const sitePort = 8081
const sitePauseMs = 200
const random = randomOf(Number(seed))
const printLine = (line: string) => console.error(`  ${line}`)

const lab = await openLab(folder, { sites: siteHosts, report: printLine })
const sites = await openSites(siteHosts, sitePort)
await lab.start()

const pool = openPool(urls.primary, { size: 2 })
const each = <T>(count: number, make: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))
const authors = await each(8, nth => signIn(pool, 'admin', `lab-author-${nth}`))
const readers = await each(4, nth => signIn(pool, 'reader', `lab-reader-${nth}`))
const admin = await signIn(pool, 'admin', 'lab-admin')
const probe = await signIn(pool, 'admin', 'lab-probe')
const readerIds = await each(readers.length, async nth => {
  const { rows } = await pool.query<{ id: number }>(`select id from "user" where username = $1`, [`lab-reader-${nth}`])
  return rows[0]?.id ?? 0
})

// Sites, each crawled round after round.
const ogs = await each(siteHosts.length, async nth => {
  const entrances = [`http://${siteHosts[nth]}:${sitePort}/`]
  const { id } = await callUntil<{ id: number }>(admin, 'POST', '/v1/og', { name: `Site ${nth}`, entrances })
  const { rev } = await callUntil<{ rev: number }>(admin, 'GET', `/v1/og/${id}/site`)
  await callUntil(admin, 'PUT', `/v1/og/${id}/site`, { rev, delay_ms: sitePauseMs, max_pages: 60 })
  return id
})
const streams = readers.map(holdStream)
const writers = openWriters(authors, Number(perSecond))
const { told: acknowledged } = writers
const stops = [
  repeat(async nth => void (await call(admin, 'POST', `/v1/og/${ogs[nth % ogs.length]}/round`)), 1_500),
  repeat(async nth => void acknowledged.push(await importFile(admin, `labimport${nth}x`)), 1_000),
  repeat(async nth => {
    const word = `labreport${nth}x`
    acknowledged.push({ kind: 'report', word, ...(await newReport(word, authors[nth % authors.length] as string)) })
  }, 300),
  // Another user answers a reader's issue, so the reader is notified.
  repeat(async nth => {
    const issue = { title: `Question ${nth}`, kind: 'bug' }
    const { id } = await call<{ id: number }>(readers[nth % readers.length] as string, 'POST', '/v1/issue', issue)
    const word = `labcomment${nth}x`
    await call(admin, 'POST', `/v1/issue/${id}/comment`, { text: word })
    acknowledged.push({ kind: 'comment', word, id, rows: 1 })
  }, 400),
]
const reads: number[] = []
let isReading = true
const readFaults = new Map<string, number>()
const readOnce = async () => {
  try {
    await call(probe, 'GET', '/v1/og?pageSize=20', undefined, 10_000)
    reads.push(performance.now())
  } catch (error) {
    const what = `read: ${faultOf(error)}`
    readFaults.set(what, (readFaults.get(what) ?? 0) + 1)
  }
}
/** Number of each fault of writes and reads so far. */
const faultsSoFar = () => new Map([...writers.faults, ...readFaults])
const reading = (async () => {
  for (; isReading; await sleep(100)) void readOnce()
})()

type Struck = { fault: PlannedFault; machine: string; writesMs: number; readsMs: number; wholeMs: number }
const struck: Struck[] = []
const elapsedMs = (from: number) => performance.now() - from
const waitForAnswer = async (answers: number[], from: number) =>
  await lab.until('an answer', async () => (answers.at(-1) ?? 0) > from, 120)

// The same figures without a fault, caused by the machine itself.
const calmMs = 10_000
await sleep(5_000 + calmMs)
const calm = {
  writes: longestSilence(writers.answers, performance.now() - calmMs, performance.now()),
  reads: longestSilence(reads, performance.now() - calmMs, performance.now()),
  writes_per_s: writers.answers.filter(at => elapsedMs(at) < calmMs).length / (calmMs / 1000),
}
printLine(
  `calm: ${calm.writes_per_s} writes/s, longest without one ${Math.round(calm.writes)} ms, without a read ${Math.round(calm.reads)} ms`,
)
async function tryFault(nth: number, fault: PlannedFault): Promise<void> {
  await lab.untilWhole()
  await lab.untilServed()
  await sleep(fault.pauseS * 1000)
  const from = performance.now()
  const { machine, mend } = await strike(lab, fault)
  await sleep(fault.holdS * 1000)
  await mend()
  const mended = performance.now()
  await waitForAnswer(writers.answers, mended)
  await waitForAnswer(reads, mended)
  await lab.untilWhole()
  const to = performance.now()
  struck.push({
    ...{ fault, machine: machine.name },
    writesMs: longestSilence(writers.answers, from, to),
    readsMs: longestSilence(reads, from, to),
    wholeMs: elapsedMs(from),
  })
  const last = struck.at(-1) as Struck
  printLine(
    `${nth + 1} of ${kills}: ${kindOf(fault)} (${machine.name}, ${fault.holdS} s): writes away ${(last.writesMs / 1000).toFixed(1)} s, reads ${(last.readsMs / 1000).toFixed(1)} s; ${acknowledged.length} acknowledged`,
  )
  appendFileSync(join(folder, 'faults.jsonl'), `${JSON.stringify(last)}\n`)
}
/** If something does not recover automatically, no further faults follow; the state is judged all the same. */
let gaveUp: string | undefined
for (const [nth, fault] of planFaults(Number(kills), random, only.split(',').filter(Boolean)).entries()) {
  if (gaveUp) break
  await tryFault(nth, fault).catch(error => {
    gaveUp = `${kindOf(fault)}: ${error}`
    printLine(gaveUp)
  })
}

if (!gaveUp) await lab.untilWhole()
await lab.untilServed()
printLine('rolling upgrade')
await sleep(3_000)
const countsBefore = { faults: faultsSoFar(), answered: writers.answers.length }
const upgradeFrom = performance.now()
await upgradeApis(lab)
const upgradeFaults = [...faultsSoFar()]
  .map(([what, count]) => ({ what, count: count - (countsBefore.faults.get(what) ?? 0) }))
  .filter(({ count }) => count > 0)
const upgrade = {
  failed: upgradeFaults.reduce((sum, { count }) => sum + count, 0),
  answered: writers.answers.length - countsBefore.answered,
  seconds: Math.round(elapsedMs(upgradeFrom) / 1000),
}
const faults = [...faultsSoFar()].sort(([, a], [, b]) => b - a).slice(0, 8)

await Promise.all([writers.stop(), ...stops.map(stop => stop())])
isReading = false
await reading
printLine('waiting for the work to end, then judging')
const verdict = await judge(pool, acknowledged)
const notifications = await pool.query<{ user_id: number; seq: number; record_id: number }>(
  'select user_id, seq, record_id from notification where user_id = any($1::bigint[]) and is_shown order by seq',
  [readerIds],
)
await lab
  .until(
    'the last news',
    async () =>
      readerIds.every((id, nth) => {
        const last = notifications.rows.findLast(row => row.user_id === id)
        return !last || streams[nth]?.received.some(item => item.seq === last.seq)
      }),
    30,
  )
  .catch(() => {})
const gaps = readerIds.flatMap((id, nth) => {
  const got = new Set(streams[nth]?.received.map(item => item.seq))
  return notifications.rows
    .filter(row => row.user_id === id && !got.has(row.seq))
    .map(row => `news ${row.seq} of reader ${nth}`)
})
const twice = streams.flatMap(({ received }, nth) => {
  const seqs = received.map(item => item.seq)
  return seqs.filter((seq, at) => seqs.indexOf(seq) !== at).map(seq => `news ${seq} came twice to reader ${nth}`)
})
await Promise.all(streams.map(stream => stream.stop()))
const overlapping = overlappingRequests(sites.requests, sitePauseMs)

const printFirst20 = (what: string, lines: readonly string[]) => {
  for (const line of lines.slice(0, 20)) console.log(`${what}: ${line}`)
}
printFirst20('lost', verdict.lost)
printFirst20('twice', verdict.doubled)
printFirst20('half', verdict.half)
printFirst20('stuck', verdict.stuck)
printFirst20('gap', gaps)
printFirst20('twice', twice)
printFirst20(
  'asked by two',
  overlapping.map(pair => JSON.stringify(pair)),
)
printFirst20(
  'not answered with yes',
  faults.map(([what, count]) => `${count} × ${what}`),
)
printFirst20(
  'failed in the upgrade',
  upgradeFaults.map(({ what, count }) => `${count} × ${what}`),
)
const seconds = (ms: number) => Math.round(ms / 100) / 10
const kinds = [...Map.groupBy(struck, ({ fault }) => kindOf(fault))].sort(([a], [b]) => a.localeCompare(b))
const outageOf = (list: readonly Struck[]) => {
  const writes = list.map(({ writesMs }) => writesMs)
  return {
    times: list.length,
    p50: seconds(percentile(writes, 0.5)),
    p95: seconds(percentile(writes, 0.95)),
    max: seconds(percentile(writes, 1)),
    reads_max: seconds(
      percentile(
        list.map(({ readsMs }) => readsMs),
        1,
      ),
    ),
  }
}
const rounds = await pool.query<{ count: number }>(
  'select count(*)::int as count from round where ended_at is not null',
)
const figures = {
  kills: struck.length,
  ...(gaveUp && { gave_up: gaveUp }),
  acknowledged: acknowledged.length,
  lost: verdict.lost.length,
  calm: { ...calm, writes: Math.round(calm.writes), reads: Math.round(calm.reads) },
  write_outage_s: outageOf(struck),
  by_kind: Object.fromEntries(kinds.map(([kind, list]) => [kind, outageOf(list)])),
  read_outage_max_s: seconds(Math.max(0, ...struck.map(({ readsMs }) => readsMs))),
  done_twice: verdict.doubled.length + twice.length,
  half: verdict.half.length,
  stuck: verdict.stuck.length,
  rounds: rounds.rows[0]?.count ?? 0,
  pages_asked: sites.requests.length,
  workers_asking: new Set(sites.requests.map(({ by }) => by)).size,
  hosts_asked_by_two: overlapping.length,
  news: notifications.rows.length,
  streams_opened: streams.reduce((sum, stream) => sum + stream.opened(), 0),
  stream_gaps: gaps.length,
  upgraded: machinesOf('api').length,
  upgrade_s: upgrade.seconds,
  upgrade_answered: upgrade.answered,
  upgrade_failed: upgrade.failed,
}
writeFileSync(figuresFile, JSON.stringify(figures))
process.exit(0)
