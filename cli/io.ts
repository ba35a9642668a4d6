import { readFileSync, statSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import type { Locale } from '#contract/bilingual.ts'
import type { Client } from './client.ts'
import { exits, Failure } from './failure.ts'
import { alignColumns, jsonLine, type Progress, plain, write } from './output.ts'
import { messageOf, type TextKey } from './texts.ts'

type Terminal = { isTTY?: boolean; columns?: number }

/** The process around the command: a test passes its own streams. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & Terminal
  stderr: Writable & Terminal
  signal: AbortSignal
  now: () => number
}

export type Values = Readonly<Record<string, string | boolean | string[] | undefined>>

/** The process, the arguments and the console of one command. */
export type Run = Io & {
  locale: Locale
  command: string
  isJson: boolean
  values: Values
  positionals: readonly string[]
  progress: Progress
  /** The console that the user is logged in to; `signal` replaces that of the command. */
  client: (signal?: AbortSignal) => Client
}

/** Prints records: as JSON lines, or as aligned columns. */
export async function printRows<T>(
  run: Run,
  rows: readonly T[],
  columns: readonly (readonly [title: string, cell: (row: T) => unknown])[],
): Promise<void> {
  if (run.isJson) {
    for (const row of rows) await write(run.stdout, `${jsonLine(row)}\n`)
    return
  }
  if (rows.length === 0) return await note(run, 'noRows')
  const titles = columns.map(([title]) => title)
  const cells = rows.map(row => columns.map(([, cell]) => plain(cell(row))))
  // A terminal of unknown width has zero columns.
  const width = (run.stdout.isTTY && run.stdout.columns) || undefined
  await write(run.stdout, `${alignColumns(titles, cells, width).join('\n')}\n`)
}

/** A sentence for a person, on stderr, so that stdout has only the result. */
export async function note(run: Run, key: TextKey, values: Readonly<Record<string, unknown>> = {}): Promise<void> {
  if (run.isJson) return
  run.progress.clear()
  await write(run.stderr, `${plain(messageOf(run.locale, key, values))}\n`)
}

/** The outcome of a command that has one result: a JSON line, or a sentence. */
export async function printResult(run: Run, value: unknown, key: TextKey, values: Readonly<Record<string, unknown>>) {
  run.progress.clear()
  await write(run.stdout, `${run.isJson ? jsonLine(value) : plain(messageOf(run.locale, key, values))}\n`)
}

export function usage(
  run: Pick<Run, 'locale' | 'command'>,
  key: TextKey,
  values: Record<string, unknown> = {},
): Failure {
  return new Failure(exits.usage, messageOf(run.locale, key, { command: run.command, ...values }))
}

/** The value of an option among its choices. */
export function choiceOf<const C extends string>(run: Run, value: string, choices: readonly C[]): C {
  const found = choices.find(choice => choice === value)
  if (found === undefined) throw usage(run, 'badChoice', { value, choices: choices.join(', ') })
  return found
}

export function numberOf(run: Run, value: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw usage(run, 'badNumber', { value, min, max })
  return number
}

/** The id of a record in an argument. */
export function idOf(run: Run, value: string | undefined, what: string): number {
  if (value === undefined) throw usage(run, 'missing', { what })
  if (!/^[1-9]\d{0,14}$/.test(value)) throw usage(run, 'badNumber', { value, min: 1, max: Number.MAX_SAFE_INTEGER })
  return Number(value)
}

export function option(run: Run, name: string): string | undefined {
  const value = run.values[name]
  return typeof value === 'string' ? value : undefined
}

const megabyte = 1_048_576

/** The bytes of a file of the user, `-` for standard input. */
export async function readBytes(run: Run, path: string, mostMb: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new Failure(exits.usage, messageOf(run.locale, 'fileTooLarge', { path, most: mostMb }))
  if (path === '-') {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of run.stdin) {
      chunks.push(Buffer.from(chunk))
      size += chunk.length
      if (size > mostMb * megabyte) throw tooLarge()
    }
    return new Uint8Array(Buffer.concat(chunks))
  }
  try {
    if (statSync(path).size > mostMb * megabyte) throw tooLarge()
    return new Uint8Array(readFileSync(path))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(exits.usage, messageOf(run.locale, 'noFile', { path, why: codeOf(error) }))
  }
}

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error)
