import type { Reply } from '#contract/endpoint.ts'
import {
  type PartyToScreen,
  partiesAtOnce,
  partyKinds,
  screeningFileLimits,
  screenParties,
} from '#contract/screening_file.api.ts'
import { exits, Failure } from './failure.ts'
import { choiceOf, idOf, note, numberOf, option, printRows, type Run, readBytes } from './io.ts'
import { type NamedLine, namesIn } from './names.ts'
import { jsonLine, write } from './output.ts'
import { messageOf } from './texts.ts'

type Answer = Reply<typeof screenParties>['results'][number]
type Screened = { n: number; name: string } & Omit<Answer, 'name' | 'result'> & { result: string }

const mostFileMb = 50

/** `og screen`: names of arguments or of a file, against the lists in force; nothing is stored. */
export async function screen(run: Run): Promise<number> {
  const kind = choiceOf(run, option(run, 'kind') ?? 'any', partyKinds)
  const lists = (run.values.list as string[] | undefined) ?? []
  const list_ids = lists.map(id => idOf(run, id, '--list'))
  const given = option(run, 'threshold')
  const threshold = given === undefined ? undefined : numberOf(run, given, 50, 99)
  const names = await namesOf(run)
  if (names.length === 0) throw new Failure(exits.usage, messageOf(run.locale, 'noNames'))
  const client = run.client()
  const all: Screened[] = []
  const totals = { strong: 0, possible: 0, none: 0, wrong: 0 }
  for (let at = 0; at < names.length; at += partiesAtOnce) {
    run.progress.show(messageOf(run.locale, 'screening'), at, names.length)
    const batch = names.slice(at, at + partiesAtOnce)
    const fitting = batch.filter(isShort)
    const parties: PartyToScreen[] = fitting.map(({ name }) => ({ name, kind }))
    const answers = fitting.length
      ? await client.call(screenParties, {
          body: { parties, ...(list_ids.length > 0 && { list_ids }), ...(threshold !== undefined && { threshold }) },
        })
      : undefined
    const results = answers?.results.values()
    const rows = batch.map((line): Screened => resultOf(run, line, isShort(line) ? results?.next().value : undefined))
    for (const row of rows) totals[row.result as keyof typeof totals] += 1
    if (run.isJson) for (const row of rows) await write(run.stdout, `${jsonLine(row)}\n`)
    else all.push(...rows)
  }
  run.progress.clear()
  if (!run.isJson) await printScreened(run, all)
  await note(run, 'screened', { count: names.length, ...totals })
  if (totals.strong + totals.possible > 0) return exits.hits
  // With names that were not compared, “no hits” would be a wrong answer.
  return totals.wrong > 0 ? exits.failed : exits.ok
}

const isShort = ({ name }: NamedLine) => name.length <= screeningFileLimits.nameChars

async function namesOf(run: Run): Promise<NamedLine[]> {
  const typed = run.positionals.map((name, at) => ({ n: at + 1, name: name.trim() })).filter(({ name }) => name !== '')
  const path = option(run, 'file')
  if (path === undefined) return typed
  const bytes = await readBytes(run, path, mostFileMb)
  return [...typed, ...namesIn(bytes, path, run.locale, option(run, 'encoding'))]
}

function resultOf(run: Run, { n, name }: NamedLine, answer: Answer | undefined): Screened {
  const most = screeningFileLimits.nameChars
  const unread = { hits: [], hit_count: 0, notes: [], fault: messageOf(run.locale, 'longName', { most }) }
  return { ...(answer ?? unread), n, name, result: answer?.result ?? 'wrong' }
}

function printScreened(run: Run, rows: readonly Screened[]): Promise<void> {
  const isZh = run.locale === 'zh-CN'
  const words: Record<string, string> = isZh
    ? { strong: '很可能', possible: '可能', none: '无', wrong: '未筛查' }
    : { strong: 'strong', possible: 'possible', none: '-', wrong: 'error' }
  const isShown = run.values.hits === true ? (row: Screened) => row.result !== 'none' : () => true
  return printRows(run, rows.filter(isShown), [
    [isZh ? '行' : 'LINE', row => row.n],
    [isZh ? '名称' : 'NAME', row => row.name],
    [isZh ? '结果' : 'RESULT', row => words[row.result]],
    [isZh ? '分数' : 'SCORE', row => (row.hits[0] ? Math.round(row.hits[0].score * 100) : '')],
    [isZh ? '名单条目' : 'LIST ENTRY', row => row.hits[0]?.caption ?? row.fault ?? ''],
    [isZh ? '名单' : 'LIST', row => row.hits[0]?.list.name ?? ''],
    [isZh ? '命中数' : 'HITS', row => row.hit_count || ''],
  ])
}
