import { Button, Input, InputNumber, Select, Switch } from 'antd'
import { useId, useState } from 'react'
import { isSystemSettingValue, type SystemSetting, setSystemSetting, systemSettingOf } from '#contract/system.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText, refresh } from '#web/platform/query.ts'
import { systemMessages } from './messages.ts'
import css from './system.module.css'

type Value = SystemSetting['value']
/** Undefined: unchanged; null: the field was emptied. */
type TypedValue = number | string | null | undefined

/** One setting: effect, range, default and control. A switch or a choice is saved at once, a number with its button. */
export function SettingRow({ item }: { item: SystemSetting }) {
  const t = useT(systemMessages)
  const locale = useLocale()
  const id = useId()
  const row = systemSettingOf(item.name)
  const label = row.label[locale]
  const [typed, setTyped] = useState<TypedValue>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const isChanged = typed !== undefined && typed !== item.value
  const isWrong = isChanged && !isSystemSettingValue(item.name, typed)
  const bounds = row.kind === 'integer' ? { min: row.min, max: row.max } : null
  const fault = !isWrong ? refused : bounds ? t('outOfBounds', bounds) : t(row.kind === 'text' ? 'noLine' : 'noAddress')

  async function save(value: Value | null) {
    setIsBusy(true)
    setRefused(null)
    try {
      await call(setSystemSetting, { body: { name: item.name, value } })
      notifySuccess(t('saved', { label }))
      setTyped(undefined)
    } catch (error) {
      setRefused(errorText(error))
    }
    setIsBusy(false)
    await refresh('system')
  }
  function type(value: TypedValue) {
    setRefused(null)
    setTyped(value)
  }
  const textOf = (value: Value): string => {
    if (row.kind === 'boolean') return value === true ? t('on') : t('off')
    if (row.kind === 'choice') return row.choices[String(value)]?.[locale] ?? String(value)
    if (row.kind === 'address') return String(value) || t('off')
    if (row.kind === 'text') return String(value) || t('noText')
    const unit = row.unit?.[locale] ?? ''
    // No space before a unit such as `:00 UTC`.
    const space = unit === '' || unit.startsWith(':') ? '' : ' '
    return `${Number(value).toLocaleString(locale)}${space}${unit}`
  }
  const notes = [
    bounds && t('bounds', bounds),
    t('byDefault', { value: textOf(row.default) }),
    item.updated_at !== null &&
      (item.updated_by
        ? t('changedBy', { name: item.updated_by.username, at: formatInstant(item.updated_at) })
        : t('changedAt', { at: formatInstant(item.updated_at) })),
  ].filter(note => note !== false && note !== null)
  const described = `${id}-help${fault ? ` ${id}-fault` : ''}`
  return (
    <div className="row wrap spread gap-3 gap-x-6" data-setting={item.name}>
      <div className={css.said}>
        <label className="strong" htmlFor={id}>
          {label}
        </label>
        <p id={`${id}-help`} className="quiet">
          {row.help[locale]}
        </p>
        <p className="small quiet">{notes.join(' · ')}</p>
      </div>
      <div className="row wrap gap-3">
        {row.kind === 'boolean' && (
          <Switch
            id={id}
            aria-describedby={described}
            checked={item.value === true}
            loading={isBusy}
            onChange={checked => void save(checked)}
          />
        )}
        {row.kind === 'choice' && (
          <Select
            id={id}
            aria-describedby={described}
            value={String(item.value)}
            loading={isBusy}
            options={Object.entries(row.choices).map(([value, choice]) => ({ value, label: choice[locale] }))}
            onChange={value => void save(value)}
          />
        )}
        {(row.kind === 'address' || row.kind === 'text') && (
          <Input
            id={id}
            className={css.address}
            aria-describedby={described}
            aria-invalid={fault !== null}
            {...(fault !== null && { status: 'error' as const })}
            value={typeof typed === 'string' ? typed : String(item.value)}
            {...(row.kind === 'address'
              ? { placeholder: 'https://', inputMode: 'url' as const }
              : { maxLength: row.most })}
            spellCheck={false}
            onChange={event => type(event.target.value.trim())}
            onPressEnter={() => isChanged && !isWrong && typed !== null && void save(typed)}
          />
        )}
        {row.kind === 'integer' && (
          // Without min and max: the control would replace a number out of range.
          <InputNumber
            id={id}
            className={css.amount}
            aria-describedby={described}
            aria-invalid={fault !== null}
            {...(fault !== null && { status: 'error' as const })}
            value={typeof typed === 'string' || typed === undefined ? Number(item.value) : typed}
            onChange={value => type(typeof value === 'number' ? value : null)}
            onPressEnter={() => isChanged && !isWrong && typed !== null && void save(typed)}
            suffix={row.unit?.[locale]}
          />
        )}
        {isChanged && (
          <>
            <Button
              disabled={isWrong || typed === null}
              loading={isBusy}
              aria-label={t('saveOf', { label })}
              onClick={() => typed !== null && void save(typed)}
            >
              {t('save')}
            </Button>
            <Button type="text" aria-label={t('cancelOf', { label })} onClick={() => type(undefined)}>
              {t('cancel')}
            </Button>
          </>
        )}
        {!item.is_default && !isChanged && (
          <Button type="link" loading={isBusy} aria-label={t('restoreOf', { label })} onClick={() => void save(null)}>
            {t('restoreDefault')}
          </Button>
        )}
        {fault && (
          <p id={`${id}-fault`} role="alert" className={css.fault}>
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}
