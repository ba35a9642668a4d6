import { Button, Checkbox, Input, Radio } from 'antd'
import { useState } from 'react'
import { type Erasure, type ErasurePart, type ErasurePlan, startErasure } from '#contract/erasure.api.ts'
import { erasurePlaceName } from '#contract/erasure-place.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { errorText, refresh } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { Counts } from './counts.tsx'
import css from './erasure.module.css'
import { erasureMessages } from './messages.ts'
import { Passages } from './passages.tsx'

type ErasureFormDecision = { act: string; except: number[] }
type Props = { erasure: Erasure; plan: ErasurePlan; onCancel: () => void }

/**
 * Shows which data would be removed where, takes decisions and a reason, and requires the person's name as
 * confirmation.
 */
export function ErasureForm({ erasure, plan, onCancel }: Props) {
  const t = useT(erasureMessages)
  const locale = useLocale()
  const { id, rev, ids } = erasure
  const name = erasure.name ?? ''
  const [choices, setChoices] = useState<Record<string, ErasureFormDecision>>({})
  const [names, setNames] = useState<string[]>([])
  const [passages, setPassages] = useState<string[]>([])
  const [reason, setReason] = useState('')
  const [confirm, setConfirm] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  async function start() {
    setIsBusy(true)
    setFault('')
    try {
      await call(startErasure, { params: { id }, body: { rev, confirm, reason, choices, names, passages } })
    } catch (error) {
      setFault(errorText(error))
    }
    setIsBusy(false)
    await refresh('erasure', 'person', 'event')
  }
  return (
    <form
      className="stack gap-5"
      onSubmit={event => {
        event.preventDefault()
        void start()
      }}
    >
      <h2>{t('planTitle', { name })}</h2>
      {ids.length > 1 && <p>{t('merged', { count: ids.length - 1 })}</p>}
      <section className={css.box}>
        <h3>{t('rows')}</h3>
        <Counts rows={plan.rows} />
        <p>{t('trail', { count: plan.history })}</p>
      </section>
      {plan.parts.length > 0 && (
        <section className={css.box}>
          <h3>{t('parts')}</h3>
          {plan.parts.map(part => (
            <Part
              key={part.name}
              part={part}
              decision={choices[part.name] ?? { act: part.choices[0] ?? '', except: [] }}
              onChange={decision => setChoices(before => ({ ...before, [part.name]: decision }))}
            />
          ))}
        </section>
      )}
      {plan.certain.length > 0 && (
        <section className={css.box}>
          <h3>{t('certain')}</h3>
          <p className="quiet">{t('certainHint')}</p>
          <Counts rows={plan.certain} />
        </section>
      )}
      {plan.passages.length > 0 && (
        <section className={css.box}>
          <h3>{t('passages')}</h3>
          <Passages passages={plan.passages} more={plan.more} chosen={passages} onChange={setPassages} />
        </section>
      )}
      <section className={css.box}>
        <h3>{t('names')}</h3>
        <p className="quiet">{t('namesHint')}</p>
        <Checkbox.Group
          className={css.list}
          value={names}
          onChange={setNames}
          options={plan.names.map(each => ({
            value: each.name,
            label: `${each.name} · ${t('nameCount', { count: each.count })}`,
            title: each.places
              .map(({ place, count }) => `${erasurePlaceName(place, locale)} ${count}`)
              .join(t('comma')),
          }))}
        />
      </section>
      <section className={css.box}>
        <label htmlFor="erase-reason">{t('reason')}</label>
        <Input id="erase-reason" value={reason} maxLength={500} onChange={event => setReason(event.target.value)} />
        <label htmlFor="erase-confirm">{t('confirm', { name })}</label>
        <Input
          id="erase-confirm"
          value={confirm}
          autoComplete="off"
          onChange={event => setConfirm(event.target.value)}
        />
        {fault && <Failure>{fault}</Failure>}
        <div className="flex wrap gap-3">
          <Button
            danger
            type="primary"
            htmlType="submit"
            loading={isBusy}
            disabled={confirm.trim() !== name || !reason.trim()}
          >
            {t('erase')}
          </Button>
          <Button onClick={onCancel}>{t('cancel')}</Button>
        </div>
      </section>
    </form>
  )
}

type PartProps = { part: ErasurePart; decision: ErasureFormDecision; onChange: (decision: ErasureFormDecision) => void }

/** One kind of record: the decision for all of them, and the exceptions. */
function Part({ part: { name, choices, count, items }, decision, onChange }: PartProps) {
  const t = useT(erasureMessages)
  const actName = (act: string | undefined) => (act ? t(`act_${act}` as 'act_keep') : '')
  const other = choices.find(act => act !== decision.act)
  return (
    <div className={css.part}>
      <strong>
        {t(`part_${name}` as 'part_event')} · {count.toLocaleString('en-US')}
      </strong>
      {choices.length > 0 && (
        <>
          <Radio.Group
            aria-label={t(`part_${name}` as 'part_event')}
            value={decision.act}
            options={choices.map(value => ({ value, label: actName(value) }))}
            onChange={event => onChange({ act: event.target.value as string, except: [] })}
          />
          <span className="quiet">{t('otherwise', { act: actName(other) })}</span>
          <Checkbox.Group
            className={css.list}
            value={decision.except}
            onChange={except => onChange({ ...decision, except })}
            options={items.map(({ id, title, at }) => ({
              value: id,
              label: at ? `${title} · ${formatInstant(at)}` : title,
            }))}
          />
        </>
      )}
    </div>
  )
}
