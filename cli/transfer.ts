import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import {
  cancelExport,
  createExport,
  type Export,
  exportFormats,
  getExport,
  getExportFile,
} from '#contract/export.api.ts'
import type { Fields } from '#contract/field.ts'
import {
  cancelImport,
  checkImport,
  createImport,
  getImport,
  type Import,
  importEntities,
  runImport,
} from '#contract/import.api.ts'
import { entityNames } from '#contract/registry.ts'
import { schemas } from '#contract/schemas.ts'
import type { Client } from './client.ts'
import { exits, Failure } from './failure.ts'
import { choiceOf, codeOf, note, option, printResult, type Run, readBytes, usage } from './io.ts'
import { plain } from './output.ts'
import { messageOf, type TextKey } from './texts.ts'

const pollMs = 700
const mostImportMb = 100

/** `og import FILE --kind og`: a dry run, and with consent the changes themselves. */
export async function importFile(run: Run): Promise<number> {
  const [path, extra] = run.positionals
  const isZh = run.locale === 'zh-CN'
  if (path === undefined) throw usage(run, 'missing', { what: isZh ? '文件' : 'file' })
  if (extra !== undefined) throw usage(run, 'tooMany', { name: extra })
  const kind = option(run, 'kind')
  if (kind === undefined) throw usage(run, 'missing', { what: '--kind' })
  const noun = choiceOf(run, kind, importEntities)
  const content = await readBytes(run, path, mostImportMb)
  const client = run.client()
  run.progress.show(messageOf(run.locale, 'uploading'), 0, null)
  const name = path === '-' ? 'stdin.csv' : basename(path)
  const { id } = await client.upload(createImport, { query: { noun } }, { name, content })
  const step = (from: Import['state'], label: TextKey) => stepOfImport(run, client, id, from, label)
  try {
    const read = await step('parsing', 'reading')
    await client.call(checkImport, { params: { id: String(id) }, body: read.plan })
    const checked = await step('checking', 'checking')
    await note(run, 'checked', checked.counts)
    for (const { column, field, message, count } of checked.problems)
      await note(run, 'problem', { column: column ?? field, message, count })
    if (checked.counts.wrong > 0 && run.values['skip-wrong'] !== true) {
      if (run.isJson) await printResult(run, checked, 'dryOnly', {})
      throw new Failure(exits.failed, messageOf(run.locale, 'wrongRows', { wrong: checked.counts.wrong }))
    }
    if (!(await isAgreed(run))) {
      await printResult(run, checked, 'dryOnly', {})
      return exits.ok
    }
    await client.call(runImport, { params: { id: String(id) } })
    const done = await step('running', 'writing')
    await printResult(run, done, 'written', { written: done.written, id })
    return exits.ok
  } catch (error) {
    if (run.signal.aborted)
      await stop(run, client => client.call(cancelImport, { params: { id: String(id) } }), 'import', id)
    throw error
  } finally {
    run.progress.clear()
  }
}

async function stepOfImport(
  run: Run,
  client: Client,
  id: number,
  from: Import['state'],
  label: TextKey,
): Promise<Import> {
  for (;;) {
    const now = await client.call(getImport, { params: { id: String(id) } })
    if (now.state === 'failed' || now.state === 'cancelled')
      throw new Failure(exits.failed, messageOf(run.locale, 'importFailed', { id, why: now.error ?? now.state }))
    if (now.state !== from) return now
    run.progress.show(messageOf(run.locale, label), now.progress, now.row_count || null)
    await pause(pollMs, undefined, { signal: run.signal })
  }
}

/** Writing needs `--yes`, or the answer of a person at a terminal. */
async function isAgreed(run: Run): Promise<boolean> {
  if (run.values.yes === true) return true
  if (run.isJson || run.stdin.isTTY !== true || run.stderr.isTTY !== true) return false
  const terminal = createInterface({ input: run.stdin, output: run.stderr })
  try {
    const answer = await terminal.question(messageOf(run.locale, 'askWrite'), { signal: run.signal })
    return /^(y|yes|是|好)$/i.test(answer.trim())
  } catch (error) {
    // The terminal receives Ctrl-C itself while it waits for an answer.
    if ((error as Error).name !== 'AbortError') throw error
    throw new Failure(exits.interrupted, messageOf(run.locale, 'interrupted'))
  } finally {
    terminal.close()
  }
}

/** After Ctrl-C the work on the server is stopped as well; if that fails, a sentence names what continues. */
async function stop(run: Run, cancel: (client: Client) => Promise<unknown>, what: string, id: number): Promise<void> {
  try {
    await cancel(run.client(AbortSignal.timeout(5_000)))
  } catch {
    await note(run, 'stillRunning', { what, id })
  }
}

/** `og export KIND --reason TEXT`: the records that the user may read, as a file. */
export async function exportFile(run: Run): Promise<number> {
  const [kind, extra] = run.positionals
  if (kind === undefined) throw usage(run, 'missing', { what: entityNames.join(' | ') })
  if (extra !== undefined) throw usage(run, 'tooMany', { name: extra })
  const noun = choiceOf(run, kind, entityNames)
  const target = option(run, 'output')
  const format = choiceOf(run, option(run, 'format') ?? formatOf(target), exportFormats)
  const reason = option(run, 'reason')?.trim()
  if (!reason) throw usage(run, 'missing', { what: messageOf(run.locale, 'reason') })
  if (target !== undefined && target !== '-') refuseExisting(run, target)
  const client = run.client()
  const columns = columnsOf(run, schemas[noun])
  const body = { noun, format, columns, query: queryOf(run), reason }
  let state: Export = await client.call(createExport, { body })
  const params = { id: String(state.id) }
  try {
    while (state.state === 'queued' || state.state === 'running') {
      run.progress.show(messageOf(run.locale, 'exporting'), state.progress, 100)
      await pause(pollMs, undefined, { signal: run.signal })
      state = await client.call(getExport, { params })
    }
  } catch (error) {
    if (run.signal.aborted) await stop(run, client => client.call(cancelExport, { params }), 'export', state.id)
    throw error
  }
  if (state.state !== 'done')
    throw new Failure(
      exits.failed,
      messageOf(run.locale, 'exportFailed', { id: state.id, why: state.error ?? state.state }),
    )
  await save(run, await client.download(getExportFile, { params }), state, target)
  return exits.ok
}

const formatOf = (target: string | undefined) => /\.(csv|xlsx|json)$/i.exec(target ?? '')?.[1]?.toLowerCase() ?? 'csv'

function columnsOf(run: Run, schema: Fields): string[] {
  const given = option(run, 'columns')
  if (given !== undefined)
    return given
      .split(',')
      .map(name => name.trim())
      .filter(Boolean)
  return Object.entries(schema).flatMap(([name, { headings }]) => (name === 'id' || headings ? [name] : []))
}

/** `--filter name=value`, repeated for several values of one filter. */
function queryOf(run: Run): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  const keyword = option(run, 'keyword')
  if (keyword) query.keyword = keyword
  for (const filter of (run.values.filter as string[] | undefined) ?? []) {
    const at = filter.indexOf('=')
    if (at < 1) throw usage(run, 'badChoice', { value: filter, choices: 'region=CN' })
    const [name, value] = [filter.slice(0, at), filter.slice(at + 1)]
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  return query
}

function refuseExisting(run: Run, path: string): void {
  if (run.values.force !== true && existsSync(path))
    throw new Failure(exits.usage, messageOf(run.locale, 'fileExists', { path }))
}

async function save(
  run: Run,
  response: Response,
  { size, row_count: rows, ...made }: Export,
  target?: string,
): Promise<void> {
  const isStream = target === '-'
  // The server's name of the file is used without folders.
  const path = isStream ? '-' : (target ?? join('.', basename(plain(made.file_name)).replace(/^\.+/, '') || 'export'))
  if (!isStream) refuseExisting(run, path)
  // The file gets its name when it is complete, so that an interrupted download replaces nothing.
  const draft = `${path}.part-${process.pid}`
  let got = 0
  const count = new Transform({
    transform: (chunk: Buffer, _, done) => {
      got += chunk.length
      if (!isStream) run.progress.show(messageOf(run.locale, 'downloading'), got, size)
      done(null, chunk)
    },
  })
  const body = Readable.fromWeb(response.body as never)
  const sink: Writable = isStream ? keepOpen(run.stdout) : createWriteStream(draft, { flags: 'wx' })
  try {
    await pipeline(body, count, sink, { signal: run.signal })
    if (size !== null && got !== size)
      throw new Failure(exits.network, messageOf(run.locale, 'cutShort', { got, size }))
    if (!isStream) renameSync(draft, path)
  } catch (error) {
    if (isStream && codeOf(error) === 'EPIPE') throw error
    if (!isStream) rmSync(draft, { force: true })
    if (error instanceof Failure || run.signal.aborted) throw error
    const isLocal = /^(EACCES|EEXIST|EISDIR|ENOENT|ENOSPC|ENOTDIR|EROFS)$/.test(codeOf(error))
    if (isLocal) throw new Failure(exits.failed, messageOf(run.locale, 'noWrite', { path, why: codeOf(error) }))
    throw new Failure(exits.network, messageOf(run.locale, 'cutShort', { got, size: size ?? '?' }), { cause: error })
  } finally {
    run.progress.clear()
  }
  if (!isStream) await printResult(run, { ...made, size, row_count: rows, path }, 'exported', { rows, path })
}

/** Writes into a stream that stays open, as standard output must. */
function keepOpen(stream: Writable): Writable {
  return new Writable({ write: (chunk: Buffer, _, done) => void stream.write(chunk, error => done(error ?? null)) })
}
