import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { roundMessages } from './round-messages.ts'

/** How long a round took, or has been running. */
export function useLasted(): (from: string, to: string | null) => string {
  const t = useT(roundMessages)
  return (from, to) => {
    const end = to ? new Date(to) : now()
    const seconds = Math.max(0, Math.round((end.getTime() - new Date(from).getTime()) / 1000))
    const minutes = Math.floor(seconds / 60)
    if (minutes === 0) return t('seconds', { seconds: String(seconds) })
    if (minutes < 60) return t('minutes', { minutes: String(minutes), seconds: String(seconds % 60) })
    return t('hours', { hours: String(Math.floor(minutes / 60)), minutes: String(minutes % 60) })
  }
}

const units = ['B', 'kB', 'MB', 'GB'] as const

/** `1.4 MB`. */
export function bytesText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}
