import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Monitor, Smartphone } from 'lucide-react'
import { cutText } from '#contract/text.ts'
import { listSessions } from '#contract/user.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { AccessList, useEnding } from './access-list.tsx'
import css from './info.module.css'
import { userInfoMessages } from './messages.ts'
import { stopSessions } from './user.ts'

const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
  [/curl\//, 'curl'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const first = (table: [RegExp, string][], text: string) => table.find(([pattern]) => pattern.test(text))?.[1]

/** `Chrome · macOS` for a browser's user agent; for an unknown one, its beginning. */
export function deviceOf(userAgent: string): string {
  const parts = [first(browsers, userAgent), first(systems, userAgent)].filter(part => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : cutText(userAgent, 40)
}

/** Sessions of a user, the present one first. `isOfOther`: an administrator views another user. */
export function SessionList({ userId, isOfOther = false }: { userId: number; isOfOther?: boolean }) {
  const t = useT(userInfoMessages)
  const sessionsQuery = useQuery({ ...endpointQuery(listSessions, { params: { id: userId } }) })
  const { ending, end } = useEnding<number | 'others'>()
  const rows = sessionsQuery.data?.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) ?? []
  const stop = (which: number | 'others') =>
    void end(which, async () =>
      t('ended', { count: await stopSessions(userId, which === 'others' ? undefined : which) }),
    )
  const ownText = t('sessionsText')
  const otherText = t(sessionsQuery.data?.length === 0 ? 'noSessions' : 'sessionsOfOther')
  return (
    <AccessList
      title={t('sessions')}
      text={isOfOther ? otherText : ownText}
      query={sessionsQuery}
      ending={ending}
      extra={
        !isOfOther &&
        rows.length > 1 && (
          <Button size="small" loading={ending === 'others'} onClick={() => stop('others')}>
            {t('endOthers')}
          </Button>
        )
      }
      ways={rows.map(({ id, user_agent: agent, address, is_current: isCurrent, ...row }) => {
        const device = deviceOf(agent) || t('unknownDevice')
        return {
          id,
          icon: /Mobile|Android|iPhone/.test(agent) ? Smartphone : Monitor,
          name: (
            <>
              {device} <span className={css.address}>{address}</span>
              {isCurrent && <span className={css.current}>{t('current')}</span>}
            </>
          ),
          hint: agent,
          facts: [
            t('lastSeen', { at: formatInstant(row.last_seen_at) }),
            t('since', { at: formatInstant(row.created_at) }),
          ],
          ...(!isCurrent && {
            end: { label: t('endOne'), spoken: t('endOneNamed', { device, address }), run: () => stop(id) },
          }),
        }
      })}
    />
  )
}
