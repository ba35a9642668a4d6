import type { ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import type { NotificationBatch } from '#contract/notification.api.ts'
import type { Role } from '#contract/role.ts'
import { idleMs } from '#server/features/session/session.service.ts'
import { type Ctx, systemActor } from '#server/platform/ctx.ts'
import type { Listener } from '#server/platform/db/listen.ts'
import { entryOf } from './notification.queries.ts'
import { countUnreadOf, findLive, findNew, lastSeq } from './stream.queries.ts'

const heartbeatMs = 25_000
const checkMs = 2_000
/** Delay that collects simultaneous events in one message. */
const gatherMs = 10
const againMs = 1_000
const mostItems = 100
/** Beyond this number, a user's newest stream replaces the oldest. */
const mostOfUser = 12
/** A slow reader with more unsent bytes is disconnected, and continues from the same place when it reconnects. */
const mostWaitingBytes = 262_144

type StreamEndReason = 'session' | 'role' | 'replaced' | 'stop'
type Stream = { raw: ServerResponse; userId: number; sessionId: number; role: Role; seq: number; isNew: boolean }

/** All open streams of this process. */
export type Streams = {
  /** Determines where a stream begins; the returned function opens it on a response whose head is written. */
  begin(ctx: Ctx, after: number | undefined): Promise<(raw: ServerResponse) => void>
  close(): Promise<void>
}

const UserIds = z.array(z.int())

export function openStreams(base: Pick<Ctx, 'db' | 'now' | 'log' | 'blobs'>, listener: Listener): Streams {
  const ctx: Ctx = { ...base, actor: systemActor, locale: 'zh-CN', reqId: 'streams', address: '' }
  const byUser = new Map<number, Set<Stream>>()
  let waiting = new Set<number>()
  let timers: NodeJS.Timeout[] = []
  let gathering: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()

  const all = () => [...byUser.values()].flatMap(streams => [...streams])

  const forget = (stream: Stream) => {
    const streams = byUser.get(stream.userId)
    streams?.delete(stream)
    if (streams?.size === 0) byUser.delete(stream.userId)
  }
  const end = (stream: Stream, reason: StreamEndReason) => {
    forget(stream)
    stream.raw.end(eventText('end', { reason }))
  }
  const write = (stream: Stream, text: string) => {
    if (stream.raw.writableLength > mostWaitingBytes) stream.raw.destroy()
    else stream.raw.write(text)
  }

  const soon = (userIds: Iterable<number>, afterMs = gatherMs) => {
    for (const userId of userIds) if (byUser.has(userId)) waiting.add(userId)
    if (waiting.size === 0 || gathering) return
    gathering = setTimeout(() => {
      gathering = undefined
      sending = sending.then(sendWaiting)
    }, afterMs)
  }
  const sendWaiting = async () => {
    const userIds = waiting
    waiting = new Set()
    const streams = [...userIds].flatMap(userId => [...(byUser.get(userId) ?? [])])
    for (const [role, some] of Map.groupBy(streams, stream => stream.role))
      try {
        await sendRole(role, some)
      } catch (error) {
        ctx.log.warn({ err: error, role }, 'notification streams: delivery failed, retrying')
        soon(
          some.map(stream => stream.userId),
          againMs,
        )
      }
  }
  const sendRole = async (role: Role, streams: Stream[]) => {
    const byReader = Map.groupBy(streams, stream => stream.userId)
    const readers = [...byReader].map(([user_id, own]) => ({
      user_id,
      seq: Math.min(...own.map(stream => stream.seq)),
    }))
    const [rows, unread] = await Promise.all([
      findNew(ctx, role, readers, mostItems + 1),
      countUnreadOf(ctx, role, [...byReader.keys()]),
    ])
    const byUser = Map.groupBy(rows, row => row.user_id)
    for (const [userId, own] of byReader) {
      const fresh = (byUser.get(userId) ?? []).map(row => entryOf(row, role))
      for (const stream of own) sendOne(stream, fresh, unread.get(userId) ?? 0)
    }
  }
  const sendOne = (stream: Stream, fresh: NotificationBatch['items'], unread: number) => {
    const items = fresh.filter(item => item.seq > stream.seq)
    if (items.length === 0 && !stream.isNew) return write(stream, eventText('unread', { unread }))
    stream.isNew = false
    stream.seq = items.at(-1)?.seq ?? stream.seq
    const batch: NotificationBatch = { items: items.slice(-mostItems), unread, is_cut: items.length > mostItems }
    write(stream, eventText('told', batch, stream.seq))
  }

  const check = async () => {
    const streams = all()
    if (streams.length === 0) return
    const ids = [...new Set(streams.map(stream => stream.sessionId))]
    const live = await findLive(ctx, ids, new Date(ctx.now().getTime() - idleMs))
    for (const stream of streams) {
      const role = live.get(stream.sessionId)
      if (role !== stream.role) end(stream, role === undefined ? 'session' : 'role')
    }
  }

  const start = () => {
    listener.on('notification', payload => soon(payload === null ? byUser.keys() : idsOf(payload)))
    timers = [
      setInterval(() => {
        for (const stream of all()) write(stream, ': \n\n')
      }, heartbeatMs),
      setInterval(
        () => void check().catch(error => ctx.log.warn({ err: error }, 'notification streams: session check failed')),
        checkMs,
      ),
    ]
    for (const timer of timers) timer.unref()
  }

  return {
    async begin(ofReader, after) {
      const { actor } = ofReader
      const seq = after ?? (await lastSeq(ofReader))
      return raw => {
        if (actor.kind !== 'user') return void raw.end()
        if (timers.length === 0) start()
        const stream: Stream = { raw, userId: actor.id, sessionId: actor.sessionId, role: actor.role, seq, isNew: true }
        raw.on('close', () => forget(stream))
        raw.on('error', () => forget(stream))
        const own = byUser.get(actor.id) ?? new Set()
        byUser.set(actor.id, own.add(stream))
        const [oldest] = own
        if (own.size > mostOfUser && oldest) end(oldest, 'replaced')
        raw.write('retry: 3000\n\n')
        soon([actor.id])
      }
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      clearTimeout(gathering)
      for (const stream of all()) end(stream, 'stop')
      await sending
      await listener.close()
    },
  }
}

function idsOf(payload: string): number[] {
  const parsed = UserIds.safeParse(JSON.parse(payload))
  return parsed.success ? parsed.data : []
}

function eventText(event: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
