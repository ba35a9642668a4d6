// Two texts of 300 KB: our comparison of blocks and tokens against jsdiff and git in the same run.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diffLines, diffWords } from 'diff'
import { compareExtracts } from '#server/features/diff/compare.ts'
import { extractText } from '#server/text/extract.ts'
import { type BenchOptions, machine, table } from './kit.ts'

type Pair = { name: string; before: string; after: string }

const size = 300_000
const english =
  'the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years much where your way down should because long each just state those people too mr how little good world make very year still see own work men day get here old between both life being under three never know same last another while us might great go come since against right came take used himself few house use place during american without again home around small however found part school'.split(
    ' ',
  )
const chinese = Array.from(
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运',
)

export async function run(_options: BenchOptions): Promise<Record<string, unknown>> {
  const pairs: Pair[] = [
    edited('English clustered', english, ' ', 0.05),
    edited('English scattered', english, ' ', 1),
    edited('Chinese clustered', chinese, '', 0.05),
    edited('Chinese scattered', chinese, '', 1),
    { name: 'English unrelated', before: textOf(english, ' ', 1), after: textOf(english, ' ', 2) },
    { name: 'Chinese unrelated', before: textOf(chinese, '', 1), after: textOf(chinese, '', 2) },
    {
      name: 'English unrelated, one line',
      before: textOf(english, ' ', 1).replaceAll('\n', ' '),
      after: textOf(english, ' ', 2).replaceAll('\n', ' '),
    },
    {
      name: 'Chinese unrelated, one line',
      before: textOf(chinese, '', 1).replaceAll('\n', ''),
      after: textOf(chinese, '', 2).replaceAll('\n', ''),
    },
  ]
  const rows: (string | number)[][] = []
  const figures: Record<string, unknown> = {}
  for (const pair of pairs) {
    const isUnrelated = pair.name.includes('unrelated')
    const ours = leastOf(isUnrelated ? 2 : 5, () => compareBoth(pair))
    const git = leastOf(3, () => gitWords(pair))
    const lines = isUnrelated ? undefined : leastOf(2, () => diffLines(pair.before, pair.after))
    const words = isUnrelated ? undefined : leastOf(1, () => diffWords(pair.before, pair.after))
    rows.push([pair.name, ours.ms, ours.result ? 'coarse' : '', git.ms, lines?.ms ?? '-', words?.ms ?? '-'])
    figures[pair.name.toLowerCase().replace(/\W+/g, '_')] = ours.ms
    if (words) figures[`${pair.name.toLowerCase().replace(/\W+/g, '_')}_of_jsdiff_words`] = round(ours.ms / words.ms)
  }
  console.log(machine())
  console.log(table(['texts of 300 KB, ms', 'ours', '', 'git --word-diff', 'jsdiff lines', 'jsdiff words'], rows))
  return figures
}

/** Includes reading the lines, and the tokens of every changed block. */
function compareBoth(pair: Pair): boolean {
  return compareExtracts(extractText(pair.before, ''), extractText(pair.after, '')).isCoarse
}

function gitWords(pair: Pair): number {
  const folder = mkdtempSync(join(tmpdir(), 'og-difference-'))
  try {
    writeFileSync(join(folder, 'a'), pair.before)
    writeFileSync(join(folder, 'b'), pair.after)
    const startedAt = performance.now()
    try {
      execFileSync('git', ['diff', '--no-index', '--word-diff', 'a', 'b'], { cwd: folder, maxBuffer: 2 ** 26 })
    } catch {
      // git exits with 1 if files differ.
    }
    return performance.now() - startedAt
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The minimum of several runs, because other load on the machine only adds time. */
function leastOf<T>(times: number, act: () => T): { ms: number; result: T } {
  let best = Number.POSITIVE_INFINITY
  let result: T | undefined
  for (let turn = 0; turn < times; turn += 1) {
    const startedAt = performance.now()
    result = act()
    best = Math.min(best, typeof result === 'number' ? result : performance.now() - startedAt)
  }
  return { ms: Math.round(best), result: result as T }
}

/** About 300 KB in lines of several sentences, with 1,500 words replaced in a part of its lines. */
function edited(name: string, words: string[], by: string, share: number): Pair {
  const before = textOf(words, by, 1)
  const lines = before.split('\n')
  const random = randomOf(7)
  for (let edit = 0; edit < 1500; edit += 1) {
    const at = Math.floor(random() * share * lines.length)
    const parts = (lines[at] as string).split(by)
    parts[Math.floor(random() * parts.length)] = words[Math.floor(random() * words.length)] as string
    lines[at] = parts.join(by)
  }
  return { name, before, after: lines.join('\n') }
}

function textOf(words: string[], by: string, seed: number): string {
  const random = randomOf(seed)
  const lines: string[] = []
  for (let bytes = 0; bytes < size; ) {
    const line = Array.from(
      { length: 40 + Math.floor(random() * 120) },
      () => words[Math.floor(random() ** 2 * words.length)],
    )
    lines.push(line.join(by))
    bytes += Buffer.byteLength(lines.at(-1) as string)
  }
  return lines.join('\n')
}

function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
