import { Checkbox, InputNumber } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import { TagsInput } from '#web/ui/form/suggest-field.tsx'
import cells from '#web/ui/list/cells.module.css'
import type { BulkFormProps } from '#web/ui/list/list-config.ts'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import { personListMessages } from './messages.ts'
import { personLabels } from './person-calls.ts'

export function AddLabelsForm({ value, onChange }: BulkFormProps<{ add_labels: string[] }>) {
  const t = useT(personListMessages)
  return (
    <TagsInput
      aria-label={t('labels')}
      suggest={personLabels}
      value={value?.add_labels ?? []}
      onChange={labels => onChange(labels.length > 0 ? { add_labels: labels } : null)}
    />
  )
}

export function RemoveLabelsForm({ value, onChange }: BulkFormProps<{ remove_labels: string[] }>) {
  const t = useT(personListMessages)
  return (
    <TagsInput
      aria-label={t('labels')}
      isClosed
      suggest={personLabels}
      value={value?.remove_labels ?? []}
      onChange={labels => onChange(labels.length > 0 ? { remove_labels: labels } : null)}
    />
  )
}

export function RegionForm({ value, onChange }: BulkFormProps<{ region: string | null }>) {
  const t = useT(personListMessages)
  const isNone = value !== null && value.region === null
  return (
    <div className={cells.field}>
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
    <div className={cells.field}>
      <InputNumber<number>
        autoFocus
        aria-label={t('score')}
        min={0}
        max={100}
        precision={0}
        value={value?.score ?? null}
        onChange={score => onChange(score === null ? null : { score })}
      />
      <span className={cells.faint}>{t('scoreHint')}</span>
    </div>
  )
}
