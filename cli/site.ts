import { setTimeout as pause } from 'node:timers/promises'
import { getOg } from '#contract/og.api.ts'
import { createRound, getSite, type Round, watchSite } from '#contract/site.api.ts'
import { exits, Failure } from './failure.ts'
import { idOf, printResult, type Run, usage } from './io.ts'
import { messageOf } from './texts.ts'

const pollMs = 2_000

/** `og watch ID URL…`: adds start URLs to an organisation and follows its site by the schedule. */
export async function watch(run: Run): Promise<number> {
  const [given, ...urls] = run.positionals
  const id = String(idOf(run, given, run.locale === 'zh-CN' ? '组织编号' : 'the id of an organisation'))
  const client = run.client()
  const og = await client.call(getOg, { params: { id } })
  const entrances = [...new Set([...og.entrances, ...urls])]
  if (entrances.length === 0 && !og.host) throw usage(run, 'noStart')
  const site = await client.call(watchSite, { params: { id }, body: { entrances, is_on: true, rev: og.rev } })
  const at = site.next_at?.replace('T', ' ').replace(/:\d\d\.\d+Z$/, ' UTC') ?? '-'
  await printResult(run, site, 'watching', { name: og.name, count: entrances.length, at })
  return 0
}

/** `og crawl ID`: starts a crawl round, resumes a stopped one, or joins the running one; `--wait` until it ends. */
export async function crawl(run: Run): Promise<number> {
  const [given, extra] = run.positionals
  const id = String(idOf(run, given, run.locale === 'zh-CN' ? '组织编号' : 'the id of an organisation'))
  if (extra !== undefined) throw usage(run, 'tooMany', { name: extra })
  const client = run.client()
  let round = await openRound(client, id)
  const number = round.number
  while (
    run.values.wait === true &&
    round.number === number &&
    (round.state === 'running' || round.state === 'stopping')
  ) {
    const { fetched, waiting } = round.counts
    run.progress.show(messageOf(run.locale, 'crawling'), fetched, fetched + waiting || null)
    await pause(pollMs, undefined, { signal: run.signal })
    round = (await client.call(getSite, { params: { id } })).round ?? round
  }
  const { number: n, state, counts } = round
  await printResult(run, round, 'round', { ...counts, number: n, state: stateWords[state][run.locale] })
  return run.values.wait === true && state !== 'complete' ? exits.failed : exits.ok
}

/** A new round; the running one, if the schedule or another user has begun it. */
async function openRound(client: ReturnType<Run['client']>, id: string): Promise<Round> {
  try {
    return await client.call(createRound, { params: { id } })
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 409) throw error
    const { round } = await client.call(getSite, { params: { id } })
    if (round?.state !== 'running') throw error
    return round
  }
}

const stateWords = {
  running: { 'zh-CN': '进行中', 'en-US': 'running' },
  stopping: { 'zh-CN': '正在停止', 'en-US': 'stopping' },
  stopped: { 'zh-CN': '已停止', 'en-US': 'stopped' },
  complete: { 'zh-CN': '已完成', 'en-US': 'complete' },
  aborted: { 'zh-CN': '已放弃', 'en-US': 'discarded' },
} as const satisfies Record<Round['state'], object>
