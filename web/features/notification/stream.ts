import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { type NotificationBatch, streamNotifications } from '#contract/notification.api.ts'
import { ApiError, openEvents } from '#web/platform/api.ts'
import { checkServer } from '#web/platform/connection.ts'
import { getToken, reportEnded } from '#web/platform/token.ts'
import { handleMessage, type LiveMessage } from './live.ts'

const firstAgainMs = 1_000
const mostAgainMs = 60_000
/** The server sends data at least every 25 seconds. */
const silentMs = 70_000
const name = 'og-notification'

/**
 * Maintains one stream per browser: one window holds it and forwards its messages to the others. Returns a function
 * that stops it.
 */
export function openNotificationStream(): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(name)
  channel.onmessage = event => handleMessage(event.data as LiveMessage)
  const broadcast = (message: LiveMessage) => {
    handleMessage(message)
    channel.postMessage(message)
  }
  const run = () => follow(broadcast, stop.signal)
  // A window that waits for the lock takes over when the window that holds it closes.
  if (navigator.locks)
    navigator.locks.request(`${name}:${keyOf()}`, { signal: stop.signal }, run).catch(() => undefined)
  else void run()
  return () => {
    stop.abort()
    channel.close()
  }
}

/**
 * Windows of other sessions do not share the stream. Only the start of the token is used, so that the name does not
 * reveal it.
 */
function keyOf(): string {
  // units: a token is ASCII
  return (getToken() ?? '').slice(0, 8)
}

type StreamEnd = 'again' | 'slowly' | 'over'

async function follow(broadcast: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  let lastEventId: string | undefined
  let failures = 0
  while (!signal.aborted) {
    const end = await listen({
      lastEventId,
      signal,
      onEvent: event => {
        failures = 0
        lastEventId = event.id ?? lastEventId
        if (event.event === 'told') broadcast({ type: 'told', batch: JSON.parse(event.data) as NotificationBatch })
        if (event.event === 'unread') broadcast({ type: 'unread', ...(JSON.parse(event.data) as { unread: number }) })
      },
    })
    if (end === 'over' || signal.aborted) return
    failures += 1
    // A stream ends now and then in normal operation, and an idle page has no other way to notice that the server is
    // unreachable.
    void checkServer()
    if (failures > 1) broadcast({ type: 'lost', isLost: true })
    const waitMs = end === 'slowly' ? mostAgainMs : Math.min(mostAgainMs, firstAgainMs * 2 ** (failures - 1))
    await pause(waitMs * (0.5 + Math.random()), signal)
  }
}

type Listening = { lastEventId: string | undefined; signal: AbortSignal; onEvent: (event: EventSourceMessage) => void }

/** Reads one connection to its end, and returns how to continue. */
async function listen({ lastEventId, signal, onEvent }: Listening): Promise<StreamEnd> {
  let end: StreamEnd = 'again'
  const token = getToken()
  const cut = new AbortController()
  const both = AbortSignal.any([signal, cut.signal])
  let watch = setTimeout(() => cut.abort(), silentMs)
  try {
    const body = await openEvents(streamNotifications, { lastEventId, signal: both, isBackground: true })
    const parser = createParser({
      onEvent: event => {
        if (event.event === 'end') end = endOf(event.data, token)
        else onEvent(event)
      },
    })
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return end
      clearTimeout(watch)
      watch = setTimeout(() => cut.abort(), silentMs)
      parser.feed(value)
    }
  } catch (error) {
    return error instanceof ApiError && (error.status === 401 || error.status === 403) ? 'over' : end
  } finally {
    clearTimeout(watch)
  }
}

function endOf(data: string, token: string | null): StreamEnd {
  const { reason } = JSON.parse(data) as { reason: string }
  if (reason === 'session') {
    reportEnded(token)
    return 'over'
  }
  return reason === 'replaced' ? 'slowly' : 'again'
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
