// Real files in one console: tables, published lists and two files with equal ids; sources of facts; one import undone.

import { createHash } from 'node:crypto'
import { loadavg } from 'node:os'
import type { Membership } from '#contract/membership.api.ts'
import type { Page } from '#contract/wire.ts'
import { startConsole } from '../../e2e/console.ts'
import { type BenchOptions, machine, table } from '../kit.ts'
import { type Desk, openDesk } from './desk.ts'
import { factsWithoutSource } from './facts.ts'
import { filesIn, parliament } from './files.ts'

const seats = 50
const sampled = { og: 250, person: 250 }

/** The expectation, the actual value, and whether they are equal. */
type Check = { what: string; found: number | string; asked: number | string }

/** `--data` is the folder of real data. Throws if an expectation fails, after the table. */
export async function run({ data = '../shared/data' }: BenchOptions): Promise<Record<string, unknown>> {
  const files = await filesIn(data)
  const server = await startConsole({ OG_BOUND_FACTOR: '10000' })
  const times: Record<string, number> = {}
  const timed = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await act()
    times[what] = Math.round(performance.now() - startedAt) / 1000
    console.error(`${what}: ${times[what]} s`)
    return result
  }
  try {
    const desk = openDesk(server.url, await signIn(server.url, server.password))
    await timed('companies', () => desk.importTable('og', files.companies))
    await timed('committees', () => desk.importTable('og', files.committees))
    await timed('legislators', () => desk.importTable('person', files.legislators))
    await timed('UN list', () => desk.importFile(files.un))
    for (const country of ['Aland', 'Borduria']) await desk.importFile(parliament(country, seats))
    const before = await pictureOf(desk)
    const ofac = await timed('OFAC list', () => desk.importFile(files.ofac))
    const facts = await timed('facts looked at', () => factsWithoutSource(desk, sampled))
    const home = await timed('out and home', async () => await tryHome(desk))
    const undone = await timed('OFAC list taken back', () => desk.takeBack(ofac))
    const checks: Check[] = [
      ...(await parliamentsOf(desk)),
      { what: `facts of ${facts.records} records without a source`, found: facts.without.length, asked: 0 },
      ...home,
      {
        what: 'entities that stay of the list taken back',
        found: undone.undo?.counts.reduce((sum, { stay, partly }) => sum + stay + partly, 0) ?? '?',
        asked: 0,
      },
      ...differences(before, await pictureOf(desk)),
    ]
    for (const each of facts.without.slice(0, 20)) console.error(`no source: ${each}`)
    console.log(`${machine()}, load ${loadavg()[0]?.toFixed(1)}`)
    console.log(
      table(
        ['what', 'measured', 'asked'],
        [
          ...Object.entries(times).map(([what, seconds]) => [what, `${seconds} s`, '']),
          ...checks.map(({ what, found, asked }) => [what, found, asked]),
        ],
      ),
    )
    const failed = checks.filter(({ found, asked }) => found !== asked)
    if (failed.length > 0) throw new Error(`does not hold: ${failed.map(({ what }) => what).join('; ')}`)
    return { facts: facts.facts, checks: checks.length, failed: failed.length, seconds: times }
  } finally {
    await server.stop()
  }
}

async function signIn(url: string, password: string): Promise<string> {
  const answer = await openDesk(url, '').ask<{ token: string }>('POST', '/v1/login', { username: 'admin', password })
  return answer.token
}

/** Chambers with the same id stay separate, each with its own members. */
async function parliamentsOf(desk: Desk): Promise<Check[]> {
  const houses = await desk.all<{ id: number; name: string }>('/v1/og?keyword=Parliament%20of')
  const checks: Check[] = [
    { what: 'parliaments of two files with one id', found: names(houses), asked: 'Aland, Borduria' },
  ]
  for (const { id, name } of houses) {
    const country = name.replace('Parliament of ', '')
    const members = await desk.all<Membership>(`/v1/membership?og=${id}`)
    const own = members.filter(({ person_name }) => person_name.startsWith(`${country} `))
    checks.push({
      what: `members of ${name}, and its own`,
      found: `${members.length}, ${own.length}`,
      asked: `${seats}, ${seats}`,
    })
  }
  return checks
}
const names = (houses: { name: string }[]) =>
  houses
    .map(({ name }) => name.replace('Parliament of ', ''))
    .sort()
    .join(', ')

/** A complete export causes no changes when it is imported again. */
async function tryHome(desk: Desk): Promise<Check[]> {
  const { counts } = await desk.tryFile({ name: 'home.ftm.json', content: await desk.exported() })
  const sum = (of: 'new' | 'changed' | 'wrong') => counts.reduce((sum, each) => sum + each[of], 0)
  return (['new', 'changed', 'wrong'] as const).map(of => ({ what: `home again: ${of}`, found: sum(of), asked: 0 }))
}

type Picture = Record<string, number | string>

/** Everything except the trash, where undone records stay for thirty days. */
async function pictureOf(desk: Desk): Promise<Picture> {
  const total = async (path: string) => (await desk.ask<Page<unknown>>('GET', `${path}pageSize=1`)).total
  const lines = (await desk.exported()).split('\n').sort()
  return {
    organisations: await total('/v1/og?'),
    persons: await total('/v1/person?'),
    'facts to check': await total('/v1/fact_check?'),
    sources: await total('/v1/source?'),
    categories: await total('/v1/og_cate?'),
    'found by a name of the list taken back': (
      await desk.ask<Page<unknown>>('GET', '/v1/search?keyword=AEROCARIBBEAN%20AIRLINES')
    ).total,
    'entities as they go out': createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12),
  }
}

const differences = (before: Picture, after: Picture): Check[] =>
  Object.entries(before).map(([what, asked]) => ({ what: `${what}, taken back`, found: after[what] ?? '?', asked }))
