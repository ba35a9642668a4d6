// Results of the benches as they are stored in results.json; docs/bench.md is generated from them.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `goal` is what the figure has to reach, `floor` what the same work costs without this codebase. */
export type Figure = {
  name: string
  value: number | string
  unit: string
  goal?: string
  floor?: string
  /** The name of the figure in the last line that the bench prints. */
  key?: string
}

/** One run, or several that have the same machine, load and date. `command` is null if it was measured by hand. */
export type Result = {
  bench: string
  question: string
  figures: Figure[]
  machine: string
  /** Load average before or during the run; null if it is not known. */
  load: string | null
  /** `YYYY-MM-DD`; null if it is not known. */
  date: string | null
  command: string | null
  note?: string
}

type Run = Pick<Result, 'bench' | 'machine' | 'load' | 'date' | 'command'> & {
  /** The last line that the bench prints. */
  line: Record<string, unknown>
}

const path = fileURLToPath(new URL('results.json', import.meta.url))

export const readResults = (): Result[] => JSON.parse(readFileSync(path, 'utf8'))

export const writeResults = (results: readonly Result[]): void =>
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)

/**
 * The results with this run. A figure that was stored under the same key is replaced and moves to the new result with
 * its name, unit and goal; stored figures that the run does not contain stay with their own load and date. A note and a
 * floor describe the run that they belong to, so the new result has none.
 */
export function withRun(results: readonly Result[], { line, ...run }: Run): Result[] {
  const own = results.filter(({ bench }) => bench === run.bench)
  const known = new Map(own.flatMap(({ figures }) => figures.map(figure => [figure.key, figure])))
  const figures = figuresOf(line).map(figure => {
    const { floor: _, ...stored } = known.get(figure.key) ?? figure
    return { ...stored, value: figure.value }
  })
  const keys = new Set<string | undefined>(figures.map(({ key }) => key))
  const rest = results
    .map(result =>
      result.bench === run.bench
        ? { ...result, figures: result.figures.filter(({ key }) => key === undefined || !keys.has(key)) }
        : result,
    )
    .filter(result => result.figures.length > 0)
  const [first] = own
  const added: Result = {
    bench: run.bench,
    question: first?.question ?? `How does ${run.bench} perform?`,
    figures,
    machine: run.machine,
    load: run.load,
    date: run.date,
    command: run.command,
  }
  const at = rest.findIndex(({ bench }) => bench === run.bench)
  return rest.toSpliced(at < 0 ? rest.length : at, 0, added)
}

const units: readonly (readonly [RegExp, string])[] = [
  [/_per_s(?:econd)?$/, '/s'],
  [/_(?:p\d+_)?ms$|Ms$/, 'ms'],
  [/_mb_s$/, 'MB/s'],
  [/_s$|^seconds$/, 's'],
  [/_mb$/, 'MB'],
  [/^kb$|_kb$/, 'KB'],
  [/_share$|_ratio$|^ratio$/, '×'],
]

/** Numbers and texts of the line; those of inner objects have the names of all levels. `load` is not a figure. */
function figuresOf(line: Record<string, unknown>, above: readonly string[] = []): (Figure & { key: string })[] {
  return Object.entries(line).flatMap(([name, value]) => {
    const key = [...above, name].join('.')
    if (typeof value === 'object' && value !== null) return figuresOf(value as typeof line, [...above, name])
    if (key === 'load' || (typeof value !== 'number' && typeof value !== 'string')) return []
    const unit = units.find(([end]) => end.test(name))?.[1] ?? ''
    return [{ name: key.replaceAll('_', ' '), value, unit, key }]
  })
}
