import { Checkbox, InputNumber, Radio } from 'antd'
import { useId, useState } from 'react'
import { type DangerLevel, dangerLevels } from '#contract/og.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { useT } from '#web/platform/i18n.ts'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import type { BulkFormProps } from '#web/ui/list/list-config.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { UserPicker } from '#web/ui/picker/user-picker.tsx'
import { ogListMessages } from './messages.ts'
import css from './og-list.module.css'

export function CategoryForm({ value, onChange }: BulkFormProps<{ category_id: number | null }>) {
  const t = useT(ogListMessages)
  const isNone = value !== null && value.category_id === null
  return (
    <div className={css.field}>
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
    <div className={css.field}>
      <InputNumber<number>
        autoFocus
        aria-label={t('weight')}
        min={0}
        max={100}
        precision={0}
        value={value?.weight ?? null}
        onChange={weight => onChange(weight === null ? null : { weight })}
      />
      <span className={css.faint}>{t('weightHint')}</span>
    </div>
  )
}

type AccessPatch = { read_user?: number[]; write_user?: number[] }

/** Each list is replaced only where that is asked for; an empty one takes the restriction off. */
export function AccessForm({ value, onChange }: BulkFormProps<AccessPatch>) {
  const t = useT(ogListMessages)
  const formId = useId()
  const [lists, setLists] = useState<AccessPatch>(value ?? {})
  const set = (field: keyof AccessPatch, ids: number[] | undefined) => {
    const { [field]: _, ...others } = lists
    const next: AccessPatch = ids ? { ...others, [field]: ids } : others
    setLists(next)
    onChange(Object.keys(next).length > 0 ? next : null)
  }
  const row = (field: keyof AccessPatch, label: string) => {
    const ids = lists[field]
    return (
      <div className={css.field}>
        <Checkbox checked={ids !== undefined} onChange={event => set(field, event.target.checked ? [] : undefined)}>
          {label}
        </Checkbox>
        {ids && (
          <>
            <label className="visually-hidden" htmlFor={`${formId}${field}`}>
              {label}
            </label>
            <UserPicker
              id={`${formId}${field}`}
              placeholder={t('accessOpen')}
              value={ids}
              onChange={next => set(field, next)}
            />
          </>
        )}
      </div>
    )
  }
  return (
    <div className={css.field}>
      {row('read_user', t('replaceRead'))}
      {row('write_user', t('replaceWrite'))}
    </div>
  )
}
