import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listDevices } from '#contract/device.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { ask } from '#web/platform/query.ts'
import { deviceMessages } from './messages.ts'

const readMs = 3_000
/** A few answers missed are a lost connection, whether they failed or hang. */
const lostMs = 12_000
const tickMs = 1_000

/** The moment, once a second. */
export function useTick(): Date {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return at
}

/** What the collectors do, kept on the wall while the server cannot be reached. */
export function useDevices(at: Date) {
  const asked = useQuery({
    ...ask(listDevices, {}),
    refetchInterval: readMs,
    // A wall is looked at by nobody's mouse: it goes on reading behind other windows.
    refetchIntervalInBackground: true,
    retry: false,
  })
  const ageMs = Math.max(0, at.getTime() - asked.dataUpdatedAt)
  return {
    data: asked.data,
    failed: asked.isError && !asked.data,
    isLost: asked.data !== undefined && (asked.isError || ageMs > lostMs),
    /** How long ago the server said what is shown, and that moment by the server's clock. */
    ageMs,
  }
}

/** `3 s ago`; a clock that is ahead says zero. */
export function useAgo(): (ms: number) => string {
  const t = useT(deviceMessages)
  return ms => {
    const seconds = Math.max(0, Math.floor(ms / 1_000))
    if (seconds < 60) return t('secondsAgo', { count: String(seconds) })
    const minutes = Math.floor(seconds / 60)
    if (minutes < 60) return t('minutesAgo', { count: String(minutes) })
    const hours = Math.floor(minutes / 60)
    return hours < 48
      ? t('hoursAgo', { count: String(hours) })
      : t('daysAgo', { count: String(Math.floor(hours / 24)) })
  }
}
