import { useQuery } from '@tanstack/react-query'
import { Button, Popconfirm } from 'antd'
import { dropSetAside, listSetAside, type QuarantinedItem, retrySetAside } from '#contract/set_aside.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, refresh, showError } from '#web/platform/query.ts'
import { useJobWord } from './job-words.ts'
import { systemMessages } from './messages.ts'
import { Section } from './section.tsx'
import css from './system.module.css'

const shownAtMost = 50

/** Quarantined items of the queues, latest first, to retry or to discard; hidden if there are none. */
export function QuarantineTable({ renewMs }: { renewMs: number }) {
  const t = useT(systemMessages)
  const { data } = useQuery({
    ...endpointQuery(listSetAside, { query: { pageSize: shownAtMost } }),
    refetchInterval: renewMs,
    meta: { quiet: true },
  })
  if (!data || data.items.length === 0) return null
  const more = data.total - data.items.length
  return (
    <Section title={`${t('setAside')} ${data.total}`} text={t('setAsideText')}>
      <div className="scroll-x">
        <table className={`${css.table} ${css.stacked}`}>
          <thead>
            <tr>
              <th>{t('what')}</th>
              <th>{t('reason')}</th>
              <th className={css.number}>{t('attempts')}</th>
              <th>{t('nextAt')}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {data.items.map(item => (
              <QuarantineRow key={item.id} item={item} />
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="quiet">{t('more', { count: more })}</p>}
    </Section>
  )
}

function QuarantineRow({ item }: { item: QuarantinedItem }) {
  const t = useT(systemMessages)
  const queue = t(`aside_${item.queue}`)
  const jobWord = useJobWord()
  const what = `${queue} ${item.key}`
  const { task } = item.detail
  async function act(endpoint: typeof retrySetAside | typeof dropSetAside, success: 'retried' | 'dropped') {
    try {
      await call(endpoint, { params: { id: String(item.id) } })
      notifySuccess(t(success, { what }))
    } catch (error) {
      showError(error)
    }
    await refresh('system')
  }
  return (
    <tr>
      <td>
        {item.queue === 'job' && typeof task === 'string' ? jobWord(task) : queue}{' '}
        <span className="small mono">{item.key}</span>
      </td>
      <td className={css.error} title={item.error}>
        {item.error}
      </td>
      <td className={css.number} data-label={t('attempts')}>
        {item.attempts}
      </td>
      <td data-label={t('nextAt')}>{item.next_at === null ? t('onlyByHand') : formatInstant(item.next_at)}</td>
      <td>
        <Button size="small" aria-label={t('retryOf', { what })} onClick={() => void act(retrySetAside, 'retried')}>
          {t('retry')}
        </Button>
        <Popconfirm
          title={t('dropSure')}
          okText={t('drop')}
          cancelText={t('cancel')}
          onConfirm={() => act(dropSetAside, 'dropped')}
        >
          <Button size="small" aria-label={t('dropOf', { what })}>
            {t('drop')}
          </Button>
        </Popconfirm>
      </td>
    </tr>
  )
}
