import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Role } from '#contract/role.ts'
import { buildApp } from '#server/app.ts'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { type Db, openDb, openPool } from '#server/platform/db/db.ts'
import { openListener } from '#server/platform/db/listen.ts'
import type { Postgres } from '#server/platform/db/postgres.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import { connectReplicas } from '#server/platform/replica/open-replicas.ts'
import type { Replicas } from '#server/platform/replica/replicas.ts'
import { openMetrics } from '#server/platform/watch/metrics.ts'
import type { StandbyPair } from './standby.ts'

/** One API process of a pair, with its counters. */
export type PairApi = {
  app: FastifyInstance
  /** The primary. */
  db: Db
  replicas: Replicas
  /** Counts of reads that replicas may answer: how many each server has answered so far. */
  counts(): Promise<{
    replica: number
    primary: number
    repeated: number
    standIn: number
    reached: number
    missed: number
  }>
  lag(): Promise<number>
  logged: string[]
  close(): Promise<void>
}

export async function apiOn(
  pair: StandbyPair,
  folder: string,
  { primaryUrl = pair.primary.url, replicaUrl = pair.standby.url, patroniUrls = [] as readonly string[] } = {},
): Promise<PairApi> {
  const pool = openPool(primaryUrl, { size: 8 })
  const metrics = openMetrics('api', 'test')
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: line => logged.push(String(JSON.parse(line).msg)) })
  const given = { primaryUrl, patroniUrls, isPooled: false, primary: pool, log, metrics }
  const replicas = connectReplicas({ urls: [replicaUrl], ...given })
  if (!replicas) throw new Error('there is a replica')
  const db = openDb(pool)
  const app = await buildApp({
    db,
    config: {
      boundFactor: 10_000,
      trustProxy: false,
      dataDir: folder,
      upload: { fileBytes: 1, userBytes: 1, totalBytes: 1 },
    },
    blobs: openFileBlobs(folder),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    listener: openListener(pool),
    metrics,
    replicas,
  })
  const counted = async (name: string, label?: string) => {
    const metric = await metrics.registry.getSingleMetric(name)?.get()
    return metric?.values.find(({ labels }) => !label || Object.values(labels).includes(label))?.value ?? 0
  }
  return {
    app,
    db,
    replicas,
    logged,
    counts: async () => ({
      replica: await counted('og_replica_reads_total', 'replica'),
      primary: await counted('og_replica_reads_total', 'primary'),
      repeated: await counted('og_replica_reads_total', 'repeated'),
      standIn: await counted('og_replica_reads_total', 'stand_in'),
      reached: await counted('og_replica_waits_total', 'reached'),
      missed: await counted('og_replica_waits_total', 'missed'),
    }),
    lag: () => counted('og_replica_lag_seconds'),
    async close() {
      await app.close()
      await Promise.all([pool.end(), replicas.close()])
    },
  }
}

/** Creates a user with a session and returns the headers of their requests. */
export async function userOn(pair: StandbyPair, role: Role): Promise<{ id: number; headers: Record<string, string> }> {
  const token = newToken()
  const { rows } = await pair.onPrimary.query<{ id: number }>(
    `insert into "user" (username, role, password_hash) values ($1, $2, 'none') returning id`,
    [`${role}-${randomUUID().slice(0, 8)}`, role],
  )
  const id = rows[0]?.id ?? 0
  await pair.onPrimary.query(
    `insert into session (token_hash, user_id, created_at, last_seen_at, expires_at, address, user_agent)
     values ($1, $2, now(), now(), now() + interval '1 day', '127.0.0.1', 'test')`,
    [hashToken(token), id],
  )
  return { id, headers: { authorization: `Bearer ${token}`, 'accept-language': 'en-US' } }
}

/**
 * A proxy in front of a server that can fall silent like a hanging machine: connections stay open, but no data arrives.
 */
export async function silenceable({ port, url: address }: Pick<Postgres, 'port' | 'url'>) {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer(socket => {
    const there = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [socket, there],
      [there, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('data', data => to.write(data))
      if (isSilent) from.pause()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(address)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    speak() {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
