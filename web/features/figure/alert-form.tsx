import { Button, InputNumber, Select } from 'antd'
import { X } from 'lucide-react'
import { useState } from 'react'
import {
  createFigureAlert,
  deleteFigureAlert,
  type FigureAlert,
  type FigureRule,
  type FigureSeries,
  figureRules,
} from '#contract/figure.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import css from './figure.module.css'
import { nameOf, useCondition } from './figure-words.ts'
import { figureMessages } from './messages.ts'

type Props = { pageId: number; series: FigureSeries; alerts: readonly FigureAlert[]; onChange: () => Promise<void> }

/** The reader's alerts on a figure, and a row to add one. */
export function FigureAlerts({ pageId, series, alerts, onChange }: Props) {
  const t = useT(figureMessages)
  return (
    <section aria-label={t('alerts')} className="stack gap-2">
      {alerts.length > 0 && (
        <ul>
          {alerts.map(alert => (
            <AlertRow key={alert.id} alert={alert} kind={series.kind} onChange={onChange} />
          ))}
        </ul>
      )}
      {series.is_present && <AlertForm pageId={pageId} series={series} onChange={onChange} />}
    </section>
  )
}

function AlertRow({
  alert,
  kind,
  onChange,
}: {
  alert: FigureAlert
  kind: FigureSeries['kind']
  onChange: Props['onChange']
}) {
  const t = useT(figureMessages)
  const condition = useCondition()
  const [isSaving, setIsSaving] = useState(false)
  async function remove(): Promise<void> {
    setIsSaving(true)
    try {
      await call(deleteFigureAlert, { params: { id: alert.id } })
      notify({ kind: 'success', text: t('removed') })
      await onChange()
    } catch {
      setIsSaving(false)
    }
  }
  return (
    <li className="row gap-3">
      <span>{condition(alert, kind)}</span>
      <span className={alert.state === 'quiet' ? 'small quiet' : 'small warning'}>{t(`state_${alert.state}`)}</span>
      {alert.checked_at && <span className="small quiet">{t('checked', { at: formatInstant(alert.checked_at) })}</span>}
      <Button
        type="text"
        size="small"
        icon={<X size={14} aria-hidden />}
        aria-label={t('remove')}
        title={t('remove')}
        loading={isSaving}
        onClick={() => void remove()}
      />
    </li>
  )
}

function AlertForm({ pageId, series, onChange }: Omit<Props, 'alerts'>) {
  const t = useT(figureMessages)
  const [rule, setRule] = useState<FigureRule>('above')
  const [amount, setAmount] = useState<number | null>(null)
  const [isShare, setIsShare] = useState(series.kind === 'number')
  const [isSaving, setIsSaving] = useState(false)
  const isByShare = rule === 'change' && isShare

  async function save(): Promise<void> {
    if (amount === null) return
    setIsSaving(true)
    try {
      const body = { page_id: pageId, key: series.key, name: nameOf(series).slice(0, 200), rule, is_share: isByShare }
      await call(createFigureAlert, { body: { ...body, amount: isByShare ? amount / 100 : amount } })
      setAmount(null)
      notify({ kind: 'success', text: t('saved') })
      await onChange()
    } catch {
      // The failed call has shown its reason.
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <form
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Select<FigureRule>
        aria-label={t('rule')}
        value={rule}
        options={figureRules.map(value => ({ value, label: t(value) }))}
        popupMatchSelectWidth={false}
        onChange={setRule}
      />
      <InputNumber aria-label={t('amount')} placeholder={t('amount')} value={amount} onChange={setAmount} />
      {rule === 'change' && series.kind === 'number' && (
        <Select<'share' | 'absolute'>
          aria-label={t('unit')}
          value={isShare ? 'share' : 'absolute'}
          options={[
            { value: 'share', label: t('share') },
            { value: 'absolute', label: t('absolute') },
          ]}
          popupMatchSelectWidth={false}
          onChange={value => setIsShare(value === 'share')}
        />
      )}
      {series.kind === 'percent' && <span className="quiet">{t(rule === 'change' ? 'points' : 'share')}</span>}
      <Button htmlType="submit" disabled={amount === null} loading={isSaving}>
        {t('notifyMe')}
      </Button>
    </form>
  )
}
