import { Checkbox, InputNumber, Radio } from 'antd'
import { type DangerLevel, dangerLevels } from '#contract/og.api.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { useT } from '#web/platform/i18n.ts'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import type { BulkFormProps } from '#web/ui/list/list-config.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { ogListMessages } from './messages.ts'

export function CategoryForm({ value, onChange }: BulkFormProps<{ category_id: number | null }>) {
  const t = useT(ogListMessages)
  const isNone = value !== null && value.category_id === null
  return (
    <div className="stack gap-3">
      <RecordPicker
        source={ogCateSource}
        aria-label={t('category')}
        disabled={isNone}
        value={value?.category_id ?? null}
        onChange={id => onChange(id === null ? null : { category_id: id })}
      />
      <Checkbox checked={isNone} onChange={event => onChange(event.target.checked ? { category_id: null } : null)}>
        {t('noCategory')}
      </Checkbox>
    </div>
  )
}

export function DangerForm({ value, onChange }: BulkFormProps<{ danger_level: DangerLevel }>) {
  const t = useT(ogListMessages)
  return (
    <Radio.Group
      vertical
      aria-label={t('dangerLevel')}
      value={value?.danger_level}
      options={dangerLevels.map(level => ({ value: level, label: <DangerLevelTag level={level} /> }))}
      onChange={event => onChange({ danger_level: event.target.value as DangerLevel })}
    />
  )
}

export function WeightForm({ value, onChange }: BulkFormProps<{ weight: number }>) {
  const t = useT(ogListMessages)
  return (
    <div className="stack gap-3">
      <InputNumber<number>
        autoFocus
        aria-label={t('weight')}
        min={0}
        max={100}
        precision={0}
        value={value?.weight ?? null}
        onChange={weight => onChange(weight === null ? null : { weight })}
      />
      <span className="quiet">{t('weightHint')}</span>
    </div>
  )
}
