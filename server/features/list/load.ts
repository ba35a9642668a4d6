import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { FileFault } from '#server/features/interchange/interchange.ts'
import { audit } from '#server/platform/audit.ts'
import { newBlobKey } from '#server/platform/blobs.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { giveUpFiles, removeGone } from '#server/platform/gone-files.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import { isPassing } from '#server/platform/passing.ts'
import { countDifference, giveNumbers, insertStaged, promote, removeStaged, type Staged } from './entry-queries.ts'
import { changeVersion, lockList, lockStep, patchList, type Step, type Stored } from './queries.ts'
import { readEntries } from './read.ts'
import { LoadFault } from './words.ts'

const batch = 500
const megabyte = 1_048_576
/** Of a list fetched from its address, which is held in memory until it is kept. */
export const mostFetchedMegabytes = 128
const fetchMs = 300_000
/** A list of fewer entries may change as it likes. */
const guardedEntries = 20

const Payload = z.strictObject({ id: z.int(), step: z.int() })

/** The step is no longer wanted: cancelled, or begun anew by somebody else. */
class Stopped extends Error {}

/**
 * Loads one version: what is read waits apart, and takes the place of the version before in one transaction at the end. Killed
 * at any moment, it begins anew and has done nothing.
 */
export const loadJob: Job = async (ctx, payload, { signal }) => {
  const step = Payload.parse(payload)
  try {
    const file = await keepFile(ctx, step)
    if (file !== null) await stage(ctx, step, file, signal)
    await settle(ctx, step)
    await removeGone(ctx)
  } catch (error) {
    if (error instanceof Stopped) return
    const fault =
      error instanceof LoadFault
        ? error.fault
        : error instanceof FileFault
          ? { code: error.code, detail: error.detail }
          : undefined
    if (!fault && (signal?.aborted || isPassing(error))) throw error
    if (!fault) ctx.log.error({ err: error, list_version_id: step.id }, 'loading a list failed')
    await end(ctx, step, { state: 'failed', fault: fault ?? { code: 'internal' } })
    await removeGone(ctx)
  }
}

function inStep<T>(ctx: Ctx, step: Step, work: (ctx: Ctx, row: Stored) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async ctx => {
    const row = await lockStep(ctx, step, ['loading'])
    if (!row) throw new Stopped()
    return await work(ctx, row)
  })
}

/** Where the file is; null where it was read to its end before and only awaited a yes. */
async function keepFile(ctx: Ctx, step: Step): Promise<string | null> {
  const row = await inStep(ctx, step, async (_ctx, row) => row)
  if (row.is_confirmed) return null
  if (row.file_key !== null) return row.file_key
  const body = await fetchList(ctx, row.address ?? '')
  const key = newBlobKey('list')
  const size = await ctx.blobs.put(key, Readable.from([body]))
  await inStep(ctx, step, ctx => changeVersion(ctx, step.id, { file_key: key, size }))
  return key
}

async function fetchList(ctx: Ctx, address: string): Promise<Buffer> {
  if (!ctx.fetchPage) throw new Error('lists are fetched where the worker reaches the web')
  const most = mostFetchedMegabytes * megabyte
  const got = await ctx.fetchPage(address, {
    maxBytes: most,
    maxDecodedBytes: most,
    totalMs: fetchMs,
    headers: { accept: '*/*' },
  })
  if (!got.ok) throw new LoadFault('not_fetched', { reason: got.reason })
  if (got.isTruncated) throw new LoadFault('too_large', { count: mostFetchedMegabytes })
  if (got.status !== 200) throw new LoadFault('not_fetched', { reason: `HTTP ${got.status}` })
  return got.body
}

async function stage(ctx: Ctx, step: Step, key: string, signal: AbortSignal | undefined): Promise<void> {
  await inStep(ctx, step, ctx => removeStaged(ctx, step.id))
  let read = 0
  let leftOut = 0
  let held: Staged[] = []
  const flush = async () => {
    await inStep(ctx, step, async ctx => {
      leftOut += held.length - (await insertStaged(ctx, step.id, held))
      await changeVersion(ctx, step.id, { read, left_out: leftOut })
    })
    held = []
    signal?.throwIfAborted()
  }
  for await (const entry of readEntries(ctx, key)) {
    read += 1
    if (entry) held.push(entry)
    else leftOut += 1
    if (held.length >= batch || read % (10 * batch) === 0) await flush()
  }
  await flush()
  const sha256 = await digestOf(ctx, key)
  await inStep(ctx, step, async ctx => {
    await giveNumbers(ctx, step.id)
    await changeVersion(ctx, step.id, { sha256 })
  })
}

async function digestOf(ctx: Ctx, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of ctx.blobs.read(key) as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}

/** What was read becomes the version that holds, unless it says nothing new, or takes so much away that somebody must say yes. */
async function settle(ctx: Ctx, step: Step): Promise<void> {
  await inStep(ctx, step, async (ctx, row) => {
    const list = await lockList(ctx, row.list_id)
    if (!list) throw new Stopped()
    const { before, ...counts } = await countDifference(ctx, list.id, row.id)
    if (counts.entries === 0) throw new LoadFault('no_parties')
    const isSame = list.version !== null && counts.added + counts.changed + counts.removed === 0
    if (isSame) {
      await end(ctx, step, { ...counts, state: 'same' })
      return
    }
    if (!row.is_confirmed && before >= guardedEntries && counts.removed * 2 > before) {
      await changeVersion(ctx, row.id, { ...counts, state: 'held' })
      return
    }
    await promote(ctx, list.id, row.id, row.n)
    await patchList(ctx, list, { version: row.n })
    await end(ctx, step, { ...counts, state: 'done' })
    await addJob(ctx.db, 'screen_parties', {}, { key: 'screen_parties', queue: 'screening' })
    const detail = { ...counts, version: row.n, file_name: row.file_name, address: row.address, sha256: row.sha256 }
    await audit(ctx, { act: 'load_list', noun: 'list', recordId: list.id, detail })
  })
}

/** A loading that is over keeps its counts and nothing else. */
export function end(ctx: Ctx, step: Step, values: Parameters<typeof changeVersion>[2]): Promise<void> {
  return inTransaction(ctx, async ctx => {
    const row = await lockStep(ctx, step, ['loading', 'held'])
    if (!row) return
    await removeStaged(ctx, row.id)
    if (row.file_key !== null) await giveUpFiles(ctx, [row.file_key])
    await changeVersion(ctx, row.id, { ...values, file_key: null, ended_at: ctx.now().toISOString() as never })
  })
}
