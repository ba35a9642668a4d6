import { Checkbox, InputNumber } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import type { BulkFormProps } from '#web/ui/list/list-config.ts'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import { personListMessages } from './messages.ts'

export function RegionForm({ value, onChange }: BulkFormProps<{ region: string | null }>) {
  const t = useT(personListMessages)
  const isNone = value !== null && value.region === null
  return (
    <div className="stack gap-3">
      <RegionPicker
        aria-label={t('region')}
        disabled={isNone}
        value={value?.region ?? null}
        onChange={region => onChange(region === null ? null : { region })}
      />
      <Checkbox checked={isNone} onChange={event => onChange(event.target.checked ? { region: null } : null)}>
        {t('noRegion')}
      </Checkbox>
    </div>
  )
}

export function ScoreForm({ value, onChange }: BulkFormProps<{ score: number }>) {
  const t = useT(personListMessages)
  return (
    <div className="stack gap-3">
      <InputNumber<number>
        autoFocus
        aria-label={t('score')}
        min={0}
        max={100}
        precision={0}
        value={value?.score ?? null}
        onChange={score => onChange(score === null ? null : { score })}
      />
      <span className="quiet">{t('scoreHint')}</span>
    </div>
  )
}
