// A folder of documents through the reader of uploads: documents per core second, and peak memory.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { readerPids, readInProcess, readLimits } from '#server/features/upload/reading/read.ts'
import { type BenchOptions, machine, table } from './kit.ts'

const rounds = 3
type Cost = { ms: number; chars: number; failed: number }

/**
 * `--data DIR`: a folder of any documents. Each is read alone, several times; the cheapest run counts. The cost of
 * reading is the processor time of its process, so that other load on the machine hardly matters.
 */
export async function run({ data }: BenchOptions): Promise<Record<string, unknown>> {
  if (!data) throw new Error('--data DIR: a folder of documents')
  const names = readdirSync(data).filter(name => statSync(join(data, name)).isFile())
  const kinds = Map.groupBy(names, name => extname(name) || '–')
  const best = new Map<string, Cost>()
  let peakMb = 0
  // The first document starts the process and loads its reader.
  for (const [, [first = '']] of kinds) await readInProcess({ path: join(data, first), name: first })
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, files] of kinds) {
      const cost: Cost = { ms: -coreMs(), chars: 0, failed: 0 }
      for (const name of files) {
        const { summary, parts } = await readInProcess({ path: join(data, name), name })
        cost.chars += parts.reduce((sum, { text }) => sum + text.length, 0)
        if (summary.failure) cost.failed += 1
      }
      cost.ms += coreMs()
      peakMb = Math.max(peakMb, ...readerPids().map(mostMemoryMb))
      if (cost.ms < (best.get(kind)?.ms ?? Number.POSITIVE_INFINITY)) best.set(kind, cost)
    }
  const rows = [...kinds].map(([kind, files]) => {
    const { ms = 0, chars = 0, failed = 0 } = best.get(kind) ?? {}
    return [kind, files.length, Math.round(files.length / (ms / 1_000)), Math.round(chars / files.length), failed]
  })
  const all = [...best.values()]
  const sum = (of: (cost: Cost) => number) => all.reduce((total, cost) => total + of(cost), 0)
  const figures = {
    documents: names.length,
    documents_per_s: Math.round(names.length / (sum(({ ms }) => ms) / 1_000)),
    failed: sum(({ failed }) => failed),
    peak_memory_mb: peakMb,
    memory_bound_mb: readLimits.rssMb,
  }
  console.log(machine())
  console.log(table(['kind', 'files', 'per second and core', 'characters each', 'failed'], rows))
  return figures
}

/** Processor time of the readers so far; it is counted in hundredths of a second. */
function coreMs(): number {
  const ofOne = (pid: number) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  }
  return readerPids().reduce((sum, pid) => sum + ofOne(pid), 0)
}

/** Peak memory of a process, if the system reports it. */
function mostMemoryMb(pid: number): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024)
  } catch {
    return 0
  }
}
