import { Button, InputNumber, Select, Switch } from 'antd'
import { useId, useState } from 'react'
import { type SystemSetting, setSystemSetting, systemSettingOf } from '#contract/system.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { systemMessages } from './messages.ts'
import css from './system.module.css'

type Value = SystemSetting['value']

/** One setting: what it does, its bounds and default, its control. A switch or choice is saved as it is made, a number by its button. */
export function SettingRow({ item }: { item: SystemSetting }) {
  const t = useT(systemMessages)
  const locale = useLocale()
  const id = useId()
  const row = systemSettingOf(item.name)
  const label = row.label[locale]
  const [typed, setTyped] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isChanged = row.kind === 'integer' && typed !== null && typed !== item.value

  async function save(value: Value | null) {
    setIsBusy(true)
    try {
      await call(setSystemSetting, { body: { name: item.name, value } })
      notifySuccess(t('saved', { label }))
      setTyped(null)
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
    await refresh('system')
  }
  const said = (value: Value): string => {
    if (row.kind === 'boolean') return value === true ? t('on') : t('off')
    if (row.kind === 'choice') return row.choices[String(value)]?.[locale] ?? String(value)
    return `${Number(value).toLocaleString(locale)}${row.unit ? ` ${row.unit[locale]}` : ''}`
  }
  const notes = [
    row.kind === 'integer' && t('bounds', { min: row.min, max: row.max }),
    t('byDefault', { value: said(row.default) }),
    item.updated_at !== null &&
      (item.updated_by
        ? t('changedBy', { name: item.updated_by.username, at: formatInstant(item.updated_at) })
        : t('changedAt', { at: formatInstant(item.updated_at) })),
  ].filter(note => note !== false)
  return (
    <div className={css.setting}>
      <div className={css.said}>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-help`}>{row.help[locale]}</p>
        <p className={css.notes}>{notes.join(' · ')}</p>
      </div>
      <div className={css.control}>
        {row.kind === 'boolean' && (
          <Switch
            id={id}
            aria-describedby={`${id}-help`}
            checked={item.value === true}
            loading={isBusy}
            onChange={checked => void save(checked)}
          />
        )}
        {row.kind === 'choice' && (
          <Select
            id={id}
            aria-describedby={`${id}-help`}
            value={String(item.value)}
            loading={isBusy}
            options={Object.entries(row.choices).map(([value, choice]) => ({ value, label: choice[locale] }))}
            onChange={value => void save(value)}
          />
        )}
        {row.kind === 'integer' && (
          <InputNumber
            id={id}
            className={css.amount}
            aria-describedby={`${id}-help`}
            min={row.min}
            max={row.max}
            precision={0}
            value={typed ?? Number(item.value)}
            onChange={value => setTyped(typeof value === 'number' ? value : null)}
            onPressEnter={() => isChanged && void save(typed)}
            suffix={row.unit?.[locale]}
          />
        )}
        {isChanged && (
          <Button loading={isBusy} aria-label={t('saveOf', { label })} onClick={() => void save(typed)}>
            {t('save')}
          </Button>
        )}
        {!item.is_default && !isChanged && (
          <Button type="link" loading={isBusy} aria-label={t('restoreOf', { label })} onClick={() => void save(null)}>
            {t('restore')}
          </Button>
        )}
      </div>
    </div>
  )
}
