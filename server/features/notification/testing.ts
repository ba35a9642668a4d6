import type { AddressInfo } from 'node:net'
import { createParser } from 'eventsource-parser'
import { expect } from 'vitest'
import type { NotificationBatch } from '#contract/notification.api.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type StreamEvent = { id: string | undefined; event: string | undefined; data: unknown }

/** One reader of the stream of a server that listens on loopback, as a browser would be. */
export async function openStream(app: TestApp['app'], token: string, lastEventId?: string) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const stop = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/v1/notification/stream`, {
    headers: {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip, br',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  })
  const events: StreamEvent[] = []
  let isOver = false
  const parser = createParser({
    onEvent: ({ id, event, data }) => void events.push({ id, event, data: JSON.parse(data) }),
  })
  const reading = (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
    } catch {
      // The reader closed the connection.
    }
    isOver = true
  })()
  const batches = () => events.filter(each => each.event === 'told').map(each => each.data as NotificationBatch)
  return {
    response,
    events,
    batches,
    titles: () => batches().flatMap(({ items }) => items.map(item => item.title)),
    lastId: () => events.findLast(each => each.id !== undefined)?.id,
    isOver: () => isOver,
    /** Waits until the condition is true. */
    until: (holds: () => boolean) => expect.poll(holds, { timeout: 8_000, interval: 10 }).toBe(true),
    close: async () => {
      stop.abort()
      await reading
    },
  }
}
