import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { listSessions, type SessionRow } from '#contract/user.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { ask, errorText, showError } from '#web/platform/query.ts'
import { deviceOf } from './device.ts'
import css from './info.module.css'
import { userInfoMessages } from './messages.ts'
import { stopSessions } from './user.ts'

/** Where one is logged in, the present one first; `isOfOther` for an administrator who looks at somebody else. */
export function SessionList({ userId, isOfOther = false }: { userId: number; isOfOther?: boolean }) {
  const t = useT(userInfoMessages)
  const { data, error, isFetching, refetch } = useQuery({
    ...ask(listSessions, { params: { id: userId } }),
  })
  const [ending, setEnding] = useState<number | 'others' | null>(null)
  const rows = data?.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) ?? []

  async function end(which: number | 'others') {
    if (ending !== null) return
    setEnding(which)
    try {
      const count = await stopSessions(userId, which === 'others' ? undefined : which)
      notifySuccess(t('ended', { count }))
    } catch (failure) {
      showError(failure)
    } finally {
      setEnding(null)
    }
  }

  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t('sessions')}</h2>
        {!isOfOther && rows.length > 1 && (
          <Button size="small" loading={ending === 'others'} onClick={() => void end('others')}>
            {t('endOthers')}
          </Button>
        )}
      </div>
      <p className={css.explain}>
        {isOfOther ? t(data?.length === 0 ? 'noSessions' : 'sessionsOfOther') : t('sessionsText')}
      </p>
      {error && !data && (
        <p className={css.fault} role="alert">
          {errorText(error)}{' '}
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      <ul className={css.sessions}>
        {rows.map(row => (
          <Session key={row.id} row={row} isEnding={ending === row.id} onEnd={() => void end(row.id)} />
        ))}
      </ul>
    </section>
  )
}

function Session({ row, isEnding, onEnd }: { row: SessionRow; isEnding: boolean; onEnd: () => void }) {
  const t = useT(userInfoMessages)
  const device = deviceOf(row.user_agent) || t('unknownDevice')
  const Icon = /Mobile|Android|iPhone/.test(row.user_agent) ? Smartphone : Monitor
  return (
    <li className={css.session}>
      <Icon size={18} aria-hidden className={css.device} />
      <div className={css.sessionText}>
        <div title={row.user_agent}>
          {device} <span className={css.address}>{row.address}</span>
          {row.is_current && <span className={css.current}>{t('current')}</span>}
        </div>
        <div className={css.meta}>
          <span>{t('lastSeen', { at: formatInstant(row.last_seen_at) })}</span>
          <span>{t('since', { at: formatInstant(row.created_at) })}</span>
        </div>
      </div>
      {!row.is_current && (
        <Button
          size="small"
          loading={isEnding}
          aria-label={t('endOneNamed', { device, address: row.address })}
          onClick={onEnd}
        >
          {t('endOne')}
        </Button>
      )}
    </li>
  )
}
