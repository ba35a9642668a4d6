// Plays a family for its rounds: draws real changes, lets spare pages move, fail and disappear, and writes the truth.
import iconv from 'iconv-lite'
import { families } from './families.ts'
import { type Answer, type Applied, daysAfter, type Family, type Moment, randomFor, shuffled } from './family.ts'
import { type RoundLine, type SiteData, type Truth, writeSite } from './site-data.ts'

const lastRound = 14
/** How many changes the rounds have, in an order that is drawn. */
const changesOfRounds = [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5]
const slowMs = 1_500

export function makeSites(folder: string, seed: number, only: readonly string[] = []): void {
  for (const family of families)
    if (only.length === 0 || only.includes(family.family)) writeSite(folder, makeSite(family, seed))
}

export function makeSite(family: Family, seed: number): SiteData {
  const { begins, build, ...info } = family
  const model = build(randomFor(seed, family.family, 'content'))
  const random = randomFor(seed, family.family, 'plan')
  const life = drawLife(randomFor(seed, family.family, 'life'), model.spare)
  const counts = shuffled(random, changesOfRounds)
  const truth: Truth = { must: [], may: [] }
  const rounds = new Map<number, RoundLine[]>()
  const latest = new Map<string, string>()
  let queue: typeof model.changes = []
  for (let round = 0; round <= lastRound; round += 1) {
    const moment: Moment = {
      round,
      date: daysAfter(new Date(begins), (round * family.hours) / 24),
      random: randomFor(seed, family.family, 'change', round),
      of: path => randomFor(seed, family.family, 'noise', round, path),
    }
    const applied: Applied[] = []
    const wanted = round === 0 ? 0 : (counts[round - 1] as number)
    for (let tries = 0; applied.length < wanted && tries < 40; tries += 1) {
      if (queue.length === 0) queue = shuffled(random, model.changes)
      const change = queue.pop()?.(moment)
      if (change) applied.push(change)
    }
    const answers = model.render(moment)
    applied.push(...life.apply(round, answers))
    for (const [at, { kind, urls, shows, may, most = 2, ...rest }] of applied.entries()) {
      const id = `${family.family}-${round}-${at + 1}`
      truth.must.push({ id, round, urls, kind, shows })
      // A row of any page is accepted only if it shows the change that it follows.
      const mayShow = rest.mayShow ?? (may?.includes('*') ? shows : undefined)
      if (may) truth.may.push({ round, urls: may, most, ...(mayShow && { shows: mayShow }), why: `follows ${id}` })
      // A page that is gone is reported later than the list that named it, or than its new address.
      const lost =
        kind === 'page_fails' ? [] : urls.filter(url => ((answers.get(url) ?? missing()).status ?? 200) !== 200)
      for (const later of lost.length > 0 ? [1, 2] : [])
        truth.may.push({ round: round + later, urls: lost, most: lost.length, why: `follows ${id}` })
    }
    const { redesign } = model
    if (redesign?.round === round)
      truth.may.push({ round, urls: ['*'], most: redesign.most ?? 1, shows: redesign.shows, why: 'redesign of a part' })
    checkReach(family, round, answers, latest)
    rounds.set(round, linesOf(round, answers, latest, life.slow))
  }
  return { info: { ...info, rounds: lastRound + 1 }, rounds, truth }
}

function linesOf(round: number, answers: Map<string, Answer>, latest: Map<string, string>, slow: string): RoundLine[] {
  for (const path of latest.keys()) if (!answers.has(path)) answers.set(path, missing())
  return [...answers].flatMap(([path, { status = 200, headers = {}, body }]) => {
    const line: RoundLine = { round, path, status, headers }
    const charset = /charset=(gb\w+)/.exec(headers['content-type'] ?? '')?.[1]
    if (typeof body === 'string' && charset) line.body64 = iconv.encode(body, charset).toString('base64')
    else if (typeof body === 'string') line.body = body
    else line.body64 = body.toString('base64')
    if (path === slow) line.delay_ms = slowMs
    const text = JSON.stringify({ ...line, round: 0 })
    if (latest.get(path) === text) return []
    latest.set(path, text)
    return [line]
  })
}

/** A new page that no link leads to would never be crawled, and no change of it could be seen. */
function checkReach(
  { family, start, host }: Family,
  round: number,
  answers: Map<string, Answer>,
  known: Map<string, string>,
) {
  const reached = new Set([start])
  for (const path of reached) {
    const { body = '' } = answers.get(path) ?? answers.get(path.replace(/\?.*/, '')) ?? {}
    for (const [, to = ''] of body
      .toString()
      .matchAll(/(?:href="|<link>|<loc>)(?:https?:\/\/[\w.-]+\.test)?(\/[^"<#]*)/g))
      reached.add(to.replaceAll('&amp;', '&'))
  }
  for (const [path, { status = 200 }] of answers)
    if (status === 200 && !known.has(path) && ![...reached].some(to => to === path || to.replace(/\?.*/, '') === path))
      throw new Error(`${family}, round ${round}: no link of ${host} leads to ${path}`)
}

const plain = { 'content-type': 'text/html; charset=utf-8' }
const missing = (): Answer => ({
  status: 404,
  headers: plain,
  body: '<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1><p>The requested URL was not found on this server.</p></body></html>',
})
const gone = (): Answer => ({
  status: 410,
  headers: plain,
  body: '<html><head><title>410 Gone</title></head><body><h1>Gone</h1></body></html>',
})
const broken = (): Answer => ({
  status: 500,
  headers: plain,
  body: '<html><head><title>500 Internal Server Error</title></head><body><h1>Internal Server Error</h1><p>The server encountered an internal error.</p></body></html>',
})

/** Texts that a first line may show of a page that is gone or fails: its kind, or the status. */
const goneTexts = ['removed: ', 'state: ', '404', '410']

/** Events of spare pages: two move, two disappear, one fails for good, one fails once, one is slow. */
function drawLife(random: ReturnType<typeof randomFor>, spare: readonly string[]) {
  const [moved, carried, dead, retired, failing, flaky, slow = ''] = shuffled(random, spare)
  if (slow === '') throw new Error('A family needs seven spare pages.')
  const between = (from: number, to: number) => from + random.int(to - from + 1)
  const rounds = {
    ...{ moved: between(2, 12), carried: between(2, 11), dead: between(2, 12), retired: between(2, 12) },
    ...{ failing: between(1, 3), flaky: between(4, 12) },
  }
  const newPath = (path: string, by: string) => path.replace(/([^/]*)$/, `${by}$1`)
  return {
    slow,
    apply(round: number, answers: Map<string, Answer>): Applied[] {
      const applied: Applied[] = []
      const replace = (path: string, answer: Answer) => answers.set(path, answer)
      if (round >= rounds.moved && moved) {
        const target = newPath(moved, 'new-')
        replace(target, answers.get(moved) as Answer)
        replace(moved, { status: 301, headers: { ...plain, location: target }, body: '' })
        relink(answers, moved, target)
        if (round === rounds.moved)
          applied.push({
            ...{ kind: 'page_moved', urls: [moved, target], shows: [target, headingOf(answers.get(target))] },
            ...{ may: ['*'], mayShow: ['link_only: '] },
          })
      }
      if (round >= rounds.carried && carried) {
        const target = newPath(carried, '2-')
        const content = answers.get(carried) as Answer
        replace(target, content)
        replace(carried, missing())
        relink(answers, carried, target)
        const shows = [target, headingOf(content), 'added: ', ...goneTexts]
        if (round === rounds.carried)
          applied.push({
            ...{ kind: 'page_moved', urls: [carried, target], shows },
            ...{ may: ['*'], mayShow: ['link_only: '] },
          })
      }
      for (const [path, from, answer] of [
        [dead, rounds.dead, missing()],
        [retired, rounds.retired, gone()],
      ] as const)
        if (round >= from && path) {
          replace(path, answer)
          if (round === from) applied.push({ kind: 'page_gone', urls: [path], shows: goneTexts })
        }
      if (round >= rounds.failing && failing) {
        replace(failing, broken())
        if (round === rounds.failing)
          applied.push({ kind: 'page_fails', urls: [failing], shows: [...goneTexts, '500', 'http_500'] })
      }
      if (round === rounds.flaky && flaky) replace(flaky, broken())
      return applied
    },
  }
}

/** The site's own links follow a page that has moved. */
function relink(answers: Map<string, Answer>, from: string, to: string): void {
  for (const answer of answers.values())
    if (typeof answer.body === 'string') answer.body = answer.body.replaceAll(`"${from}"`, `"${to}"`)
}

function headingOf(answer: Answer | undefined): string {
  const heading = /<h1\b[^>]*>(.*?)<\/h1>/is.exec(answer?.body.toString() ?? '')?.[1] ?? ''
  const text = heading.replace(/<[^>]*>/g, '').trim()
  if (text === '') throw new Error('A spare page needs a heading.')
  return text
}
