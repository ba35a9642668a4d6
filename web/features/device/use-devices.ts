import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listDevices } from '#contract/device.api.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { deviceMessages } from './messages.ts'

const readMs = 3_000
/** A few missed replies mean a lost connection, whether the requests failed or hang. */
const lostMs = 12_000
const tickMs = 1_000

/** The present time, updated once a second. */
export function useTick(): Date {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return at
}

/** The state of the devices. The last known state remains on the wall while the server is unreachable. */
export function useDevices(at: Date) {
  const query = useQuery({
    ...endpointQuery(listDevices, {}),
    refetchInterval: readMs,
    // No one clicks on a wall board, so it polls behind other windows as well.
    refetchIntervalInBackground: true,
    retry: false,
  })
  const ageMs = Math.max(0, at.getTime() - query.dataUpdatedAt)
  return {
    data: query.data,
    failed: query.isError && !query.data,
    isLost: query.data !== undefined && (query.isError || ageMs > lostMs),
    /** Age of the shown data, and its time by the server's clock. */
    ageMs,
  }
}

/** `3 s ago`; if this clock is behind the server's, the age is zero. */
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
