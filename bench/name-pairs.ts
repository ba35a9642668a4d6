// Labelled pairs of names and of entities: how many are judged correctly at the threshold, and whether equal names are
// ranked higher.
import { parse } from 'csv-parse/sync'
import { compare, defaultThreshold, type Party, partyOfFtm, prepare } from '#server/name/name.ts'
import { type BenchOptions, describeMachine } from './kit.ts'
import { readText } from './screening-data.ts'

type NamePair = { a: Party; b: Party; isMatch: boolean; isStrong: boolean }
type ScoredPair = NamePair & { score: number; isEqual: boolean }

/** `schema,name1,name2,is_match,quality`, from `cases.csv` of the folder or of `name-pairs` within it. */
function readNamePairs(dir: string): NamePair[] {
  const text = readText(dir, 'cases.csv') ?? readText(dir, 'name-pairs/cases.csv') ?? ''
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true, relax_column_count: true })
  return rows.map(row => {
    const party = (name: string | undefined) => partyOfFtm(row.schema ?? '', { name: [name ?? ''] })
    return {
      a: party(row.name1),
      b: party(row.name2),
      isMatch: row.is_match?.toLowerCase() === 'true',
      isStrong: row.quality === 'STRONG',
    }
  })
}

/** The list of `checks.yml`: `match`, `schema`, and two flat maps, `query` and `candidate`. */
function readEntityPairs(dir: string): NamePair[] {
  const text = readText(dir, 'checks.yml') ?? readText(dir, 'entity-pairs/checks.yml') ?? ''
  return text
    .split(/^ {2}- /m)
    .slice(1)
    .map(item => {
      const maps: Record<string, Record<string, string>> = { '': {}, query: {}, candidate: {} }
      let [map, last] = ['', '']
      for (const line of item.split('\n')) {
        const [, indent = '', key, value = ''] = /^( *)(?:(\w+):)?\s*(.*?)\s*$/.exec(line) ?? []
        if (line.trim() === '' || line.trim().startsWith('#')) continue
        if (key === undefined) maps[map]![last] += ` ${plain(value)}`
        else if (indent.length < 6 && (key === 'query' || key === 'candidate')) map = key
        else {
          if (indent.length < 6) map = ''
          last = key
          maps[map]![key] = plain(value)
        }
      }
      const schema = maps['']!.schema ?? ''
      const party = (map: Record<string, string>) =>
        partyOfFtm(schema, Object.fromEntries(Object.entries(map).map(([key, value]) => [key, [value]])))
      return { a: party(maps.query!), b: party(maps.candidate!), isMatch: maps['']!.match === 'true', isStrong: false }
    })
}

const plain = (value: string) => value.replace(/^(["'])(.*)\1$/, '$2').replaceAll("''", "'")

function scorePairs(pairs: readonly NamePair[]): ScoredPair[] {
  return pairs.map(pair => {
    const { score, features } = compare(prepare(pair.a), prepare(pair.b))
    const isEqual = features.some(({ code }) => code === 'same_name' || code === 'same_words')
    return { ...pair, score, isEqual }
  })
}

function judge(pairs: readonly ScoredPair[], threshold: number) {
  const right = pairs.filter(pair => pair.isMatch && pair.score >= threshold).length
  const precision = right / Math.max(1, pairs.filter(pair => pair.score >= threshold).length)
  const recall = right / Math.max(1, pairs.filter(pair => pair.isMatch).length)
  return {
    f1: round((2 * precision * recall) / Math.max(1e-9, precision + recall)),
    precision: round(precision),
    recall: round(recall),
  }
}

/**
 * The probability that a pair of the same party scores higher than a pair of different ones; ties count half; null
 * without both kinds.
 */
function auc(pairs: readonly ScoredPair[]): number | null {
  const same = pairs.filter(pair => pair.isMatch)
  const other = pairs.filter(pair => !pair.isMatch)
  if (same.length === 0 || other.length === 0) return null
  const wins = same.flatMap(a => other.map<number>(b => (a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0)))
  return round(wins.reduce((sum, win) => sum + win, 0) / wins.length)
}

const round = (value: number) => Number(value.toFixed(4))

export async function run({ data }: BenchOptions): Promise<Record<string, unknown>> {
  if (data === undefined)
    throw new Error('--data DIR: a folder with cases.csv, with checks.yml, or with both one folder below')
  console.log(describeMachine())
  const names = scorePairs(readNamePairs(data))
  const entities = scorePairs(readEntityPairs(data))
  const judged = names.length > 0 ? names : entities
  if (judged.length === 0) throw new Error(`${data}: neither cases.csv nor checks.yml has a pair`)
  const strong = judged.filter(pair => pair.isStrong)
  const wrong = strong.filter(pair => pair.isMatch !== pair.score >= defaultThreshold).length
  console.log(`${judged.length} pairs; ${wrong} of ${strong.length} STRONG ones judged wrongly`)
  if (judged !== entities && entities.length > 0)
    console.log(`${entities.length} pairs of entities: ${JSON.stringify(judge(entities, defaultThreshold))}`)
  return {
    ...judge(judged, defaultThreshold),
    threshold: defaultThreshold,
    f1_strong: strong.length === 0 ? null : judge(strong, defaultThreshold).f1,
    auc_equal_names: auc([...names, ...entities].filter(pair => pair.isEqual)),
  }
}
