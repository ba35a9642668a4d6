import { useT } from '#web/platform/i18n.ts'
import { systemMessages } from './messages.ts'

/** Age as one number and its unit; both times are those of the server's clock. */
export function useAge(): (from: string, at: string) => string {
  const t = useT(systemMessages)
  return (from, at) => {
    const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(from)) / 1000))
    if (seconds < 100) return t('seconds', { count: seconds })
    if (seconds < 6_000) return t('minutes', { count: Math.round(seconds / 60) })
    if (seconds < 172_800) return t('hours', { count: Math.round(seconds / 3_600) })
    return t('days', { count: Math.round(seconds / 86_400) })
  }
}
