// Notification streams as browsers hold them: a broken stream is reopened where it ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import type { NotificationBatch } from '#contract/notification.api.ts'
import { origin } from '../../deploy/lab/plan.ts'

/** Heartbeats come every 25 s; a browser would detect a dead connection within this time. */
const silentMs = 40_000

export function holdStream(token: string) {
  /** In order, by `seq`, with the record of each. */
  const received: { seq: number; record: number }[] = []
  let lastId: string | undefined
  let opened = 0
  let cuts = 0
  let isStopping = false
  let stopNow = new AbortController()

  async function read(): Promise<void> {
    stopNow = new AbortController()
    const { signal } = stopNow
    let timer = setTimeout(() => stopNow.abort(), silentMs)
    const response = await fetch(`${origin}/v1/notification/stream`, {
      headers: { authorization: `Bearer ${token}`, ...(lastId !== undefined && { 'last-event-id': lastId }) },
      signal,
    })
    if (!response.ok) throw new Error(`stream: ${response.status}`)
    opened += 1
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        if (id !== undefined) lastId = id
        if (event !== 'told') return
        const batch = JSON.parse(data) as NotificationBatch
        if (batch.is_cut) cuts += 1
        for (const item of batch.items) received.push({ seq: item.seq, record: item.record_id })
      },
    })
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) {
        clearTimeout(timer)
        timer = setTimeout(() => stopNow.abort(), silentMs)
        parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  const going = (async () => {
    while (!isStopping) {
      await read().catch(() => {})
      if (!isStopping) await sleep(250)
    }
  })()
  return {
    received,
    opened: () => opened,
    cuts: () => cuts,
    stop: () => {
      isStopping = true
      stopNow.abort()
      return going
    },
  }
}
