// The format of played sites on disk: `site.json`, `rounds.ndjson` and `truth.json` of each family (README.md).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `half`: the rules are tuned on one half, and the other is only measured. */
export type SiteInfo = {
  family: string
  half: 'tuning' | 'held-out'
  name: string
  host: string
  start: string
  rounds: number
  hours: number
}

/** The answer of an address from this round on, until a later line of the same path replaces it. */
export type RoundLine = {
  round: number
  path: string
  status: number
  headers: Record<string, string>
  body?: string
  body64?: string
  /** The server waits this long before it answers. */
  delay_ms?: number
}

export const changeKinds = [
  'value',
  'person_added',
  'person_removed',
  'contact',
  'paragraph_added',
  'paragraph_removed',
  'reworded',
  'page_added',
  'page_gone',
  'page_moved',
  'page_fails',
  'deadline',
  'title',
  'document',
  'entry_added',
  'entry_removed',
  'status',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A change that the queue must contain: a row of any of the paths, and one of the texts in its first line. */
export type MustChange = { id: string; round: number; urls: string[]; kind: ChangeKind; shows: string[] }
/**
 * Rows that are neither true nor false: at most `most` of these paths (`*`: any) in this round. With `shows`, only rows
 * whose first line contains one of these texts.
 */
export type MayChange = { round: number; urls: string[]; most: number; shows?: string[]; why: string }
export type Truth = { must: MustChange[]; may: MayChange[] }

export type SiteData = { info: SiteInfo; rounds: Map<number, RoundLine[]>; truth: Truth }

export function writeSite(folder: string, { info, rounds, truth }: SiteData): void {
  const place = join(folder, info.family)
  mkdirSync(place, { recursive: true })
  const lines = [...rounds.values()].flat().map(line => JSON.stringify(line))
  writeFileSync(join(place, 'rounds.ndjson'), `${lines.join('\n')}\n`)
  writeFileSync(join(place, 'truth.json'), `${JSON.stringify(truth, null, 1)}\n`)
  writeFileSync(join(place, 'site.json'), `${JSON.stringify(info, null, 1)}\n`)
}

/** All sites of a folder, or those whose family is named. */
export function readSites(folder: string, only: readonly string[] = []): SiteData[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(family => existsSync(join(folder, family, 'site.json')))
    .filter(family => only.length === 0 || only.includes(family))
    .sort()
    .map(family => readSite(join(folder, family)))
}

function readSite(place: string): SiteData {
  const info: SiteInfo = JSON.parse(readFileSync(join(place, 'site.json'), 'utf8'))
  const truth: Truth = JSON.parse(readFileSync(join(place, 'truth.json'), 'utf8'))
  const rounds = new Map<number, RoundLine[]>()
  for (const text of readFileSync(join(place, 'rounds.ndjson'), 'utf8').split('\n')) {
    if (text === '') continue
    const line: RoundLine = JSON.parse(text)
    rounds.set(line.round, [...(rounds.get(line.round) ?? []), line])
  }
  return { info, rounds, truth }
}
