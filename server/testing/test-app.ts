import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Logger, runOnce, type TaskList } from 'graphile-worker'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Endpoint, Reply, Sent } from '#contract/endpoint.ts'
import type { Role } from '#contract/role.ts'
import { buildApp } from '#server/app.ts'
import { deliverEvents } from '#server/features/notification/deliver.ts'
import { taskList } from '#server/jobs.ts'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { pause } from '#server/platform/clock.ts'
import { type Ctx, systemActor } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/db-types.ts'
import { openListener } from '#server/platform/db/listen.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import { hashPassword } from '#server/platform/password.ts'

type TestResponse<T> = {
  status: number
  headers: Record<string, unknown>
  body: { code: number; message: string; data: T; errors?: { path: string; message: string }[]; req_id?: string }
}

/** A signed-in user who calls endpoints as the real client does: over HTTP. */
export type Client = {
  id: number
  username: string
  token: string
  call<E extends Endpoint>(
    endpoint: E,
    sent?: Sent<E>,
    headers?: Record<string, string>,
  ): Promise<TestResponse<Reply<E>>>
  /** The data of a call that must succeed. */
  get<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<Reply<E>>
  /** Sends one file as `multipart/form-data`. */
  upload<E extends Endpoint>(
    endpoint: E,
    file: { name: string; content: Buffer | string; type?: string },
    query?: Record<string, string>,
    params?: Record<string, string>,
  ): Promise<TestResponse<Reply<E>>>
}

export type TestApp = {
  app: FastifyInstance
  /** A second API on the same database, like another process; the test closes it. */
  another(
    more?: Partial<Pick<Parameters<typeof buildApp>[0], 'bodyPace' | 'db' | 'blobs' | 'replicas'>> & {
      boundFactor?: number
      blobUrl?: string
      contentOrigin?: string
      publicUrl?: string
    },
  ): Promise<FastifyInstance>
  db: Kysely<DB>
  /** A context of the system, for factories. */
  ctx: Ctx
  /** Used like the data folder of a real server. */
  folder: string
  clock: { set(instant: string): void; advance(ms: number): void }
  as(role: Role, values?: { username?: string; password?: string }): Promise<Client>
  anonymous: Pick<Client, 'call'>
  /**
   * Runs every waiting job and sends waiting notifications, in this process, until none is left; `tasks` replaces the
   * product's own jobs.
   */
  drainJobs(tasks?: TaskList): Promise<void>
}

const uploadLimits = { fileBytes: 64 * 1_048_576, userBytes: 256 * 1_048_576, totalBytes: 1_024 * 1_048_576 }

const quiet = new Logger(() => () => {})

// One slow hash for all users that a test never signs in by password.
const unusedHash = hashPassword('unused-password-of-tests')

/**
 * The whole server on a clone of the migrated database, for one test file. `confirms`: its users confirm their sessions
 * before each grave act, however far the clock was advanced.
 */
export function useTestApp({ boundFactor = 1_000, outboundAllow = [] as string[], confirms = true } = {}): TestApp {
  const test = {} as TestApp
  let close: () => Promise<void>
  beforeAll(async () => {
    close = await start(test, boundFactor, outboundAllow, confirms)
  })
  afterAll(() => close())
  return test
}

async function start(
  test: TestApp,
  factor: number,
  outboundAllow: string[],
  confirms: boolean,
): Promise<() => Promise<void>> {
  const serverUrl = inject('databaseUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = openPool(serverUrl, { size: 1 })
  await admin.query(`create database ${name} template template_og strategy file_copy`)
  const folder = await mkdtemp(join(tmpdir(), 'og-test-'))
  const pool = openPool(serverUrl.replace(/postgres$/, name), { size: 8 })
  const db = openDb(pool)
  const blobs = openFileBlobs(folder)
  const log = pino({ level: process.env.OG_LOG_LEVEL ?? 'silent' })
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  const build: TestApp['another'] = ({ boundFactor = factor, blobUrl, contentOrigin, publicUrl, ...more } = {}) =>
    buildApp({
      db,
      blobs,
      ...more,
      config: {
        boundFactor,
        trustProxy: false,
        outboundAllow,
        dataDir: folder,
        upload: uploadLimits,
        ...(blobUrl && { blobUrl }),
        ...(contentOrigin && { contentOrigin }),
        ...(publicUrl && { publicUrl }),
      },
      now,
      log,
      listener: openListener(pool),
    })
  const app = await build()
  Object.assign(test, {
    app,
    another: build,
    db,
    ctx: { db, actor: systemActor, now, log, blobs, locale: 'en-US', reqId: 'testtesttesttest', address: '127.0.0.1' },
    folder,
    clock: {
      set: (instant: string) => {
        offsetMs = Date.parse(instant) - Date.now()
      },
      advance: (ms: number) => {
        offsetMs += ms
      },
    },
    as: async (role: Role, values: { username?: string; password?: string } = {}) => {
      const username = values.username ?? `${role}-${randomUUID().slice(0, 8)}`
      const user = await db
        .insertInto('user')
        .values({
          username,
          role,
          password_hash: values.password ? await hashPassword(values.password) : await unusedHash,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const token = newToken()
      const at = now()
      await db
        .insertInto('session')
        .values({
          token_hash: hashToken(token),
          user_id: user.id,
          created_at: at.toISOString(),
          last_seen_at: at.toISOString(),
          confirmed_at: at.toISOString(),
          expires_at: new Date(at.getTime() + 86_400_000 * 14).toISOString(),
          address: '127.0.0.1',
          user_agent: 'test',
        })
        .execute()
      const confirm = async () => {
        const at = now().toISOString()
        await db.updateTable('session').set({ confirmed_at: at }).where('token_hash', '=', hashToken(token)).execute()
      }
      return clientOf(app, token, user.id, username, confirms ? confirm : undefined)
    },
    anonymous: clientOf(app, '', 0, ''),
    drainJobs: async tasks => {
      const list = tasks ?? taskList({ db, blobs, now, log })
      const run = async (): Promise<void> => {
        // If the clock is set back between adding and taking a job, the worker would leave the job for later.
        await pool.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'
          where run_at <= created_at`)
        await runOnce({ pgPool: pool, taskList: list, noHandleSignals: true, logger: quiet })
        // `runOnce` does not wait until its last job is deleted.
        const isStruckOff = async () =>
          (
            await pool.query(`select from graphile_worker._private_jobs
              where locked_at is not null or (attempts > 0 and last_error is null)`)
          ).rowCount === 0
        for (let tried = 0; tried < 500 && !(await isStruckOff()); tried += 1) if (tried > 50) await pause(10)
        // With two jobs in one queue, it skips the second while the first is being deleted.
        const isLeft = await pool.query(
          `select from graphile_worker._private_jobs as job
            join graphile_worker._private_tasks as task on task.id = job.task_id
          where task.identifier = any($1) and job.run_at <= now() and job.locked_at is null and job.attempts < job.max_attempts`,
          [Object.keys(list)],
        )
        if (isLeft.rowCount) await run()
      }
      await run()
      // Sending notifications may add mail jobs.
      while (!tasks && (await deliverEvents(test.ctx))) await run()
    },
  } satisfies TestApp)
  return async () => {
    await app.close()
    await db.destroy()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await rm(folder, { recursive: true, force: true })
  }
}

function clientOf(
  app: FastifyInstance,
  token: string,
  id: number,
  username: string,
  confirm?: () => Promise<void>,
): Client {
  const base: Record<string, string> = {
    'accept-language': 'en-US',
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const client: Client = {
    id,
    username,
    token,
    async call(endpoint, sent, headers = {}) {
      if (endpoint.confirm) await confirm?.()
      const { params = {}, query = {}, body } = (sent ?? {}) as { params?: object; query?: object; body?: object }
      const response = await app.inject({
        method: endpoint.method,
        url: urlOf(endpoint.path, params as Record<string, unknown>, query as Record<string, unknown>),
        headers: { ...base, ...headers },
        ...(body !== undefined && { payload: body }),
      })
      const isJson = String(response.headers['content-type']).includes('json')
      return {
        status: response.statusCode,
        headers: response.headers,
        // A reply that is not JSON is returned as its bytes.
        body: isJson ? response.json() : (response.rawPayload as never),
      }
    },
    async get(endpoint, sent) {
      const answer = await client.call(endpoint, sent)
      if (answer.status !== 200) throw new Error(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(answer.body)}`)
      return answer.body.data
    },
    async upload(endpoint, file, query = {}, params = {}) {
      const form = new FormData()
      form.append(
        'file',
        new Blob([new Uint8Array(Buffer.from(file.content))], { type: file.type ?? 'application/octet-stream' }),
        file.name,
      )
      const encoded = new Response(form)
      const response = await app.inject({
        method: endpoint.method,
        url: urlOf(endpoint.path, params, query),
        headers: { ...base, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
      return { status: response.statusCode, headers: response.headers, body: response.json() }
    },
  }
  return client
}

/** The endpoint's address with its `{names}` filled and its query appended, lists as repeated keys. */
export function urlOf(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) search.append(key, String(item))
  return search.size > 0 ? `${filled}?${search}` : filled
}
