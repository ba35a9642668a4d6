import { Button, Input, Select } from 'antd'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import steps from '#web/ui/ingest/file-steps.module.css'
import css from './import.module.css'
import { importMessages } from './messages.ts'

type Option = { value: string; label: string }
type Props = { constants: Record<string, string>; options: Option[]; onChange: (next: Record<string, string>) => void }

/** Values that every row gets, for fields that no column fills. */
export function ConstantFields({ constants, options, onChange }: Props) {
  const t = useT(importMessages)
  const [names, setNames] = useState<Record<string, string>>({})
  const labelOf = (field: string) => options.find(option => option.value === field)?.label ?? names[field] ?? field
  const add = (field: string) => {
    setNames({ ...names, [field]: labelOf(field) })
    onChange({ ...constants, [field]: '' })
  }
  const remove = (field: string) =>
    onChange(Object.fromEntries(Object.entries(constants).filter(([name]) => name !== field)))
  return (
    <section className={css.constants}>
      <h3 className={steps.heading}>{t('constants')}</h3>
      <p className="small quiet">{t('constantsHint')}</p>
      {Object.entries(constants).map(([field, value]) => (
        <div key={field} className={css.constant}>
          <span>{labelOf(field)}</span>
          <Input
            aria-label={`${labelOf(field)}: ${t('constantValue')}`}
            value={value}
            maxLength={2000}
            onChange={event => onChange({ ...constants, [field]: event.target.value })}
          />
          <Button
            type="text"
            icon={<X size={16} aria-hidden />}
            aria-label={t('removeConstant', { field: labelOf(field) })}
            onClick={() => remove(field)}
          />
        </div>
      ))}
      <Select
        className={css.addConstant}
        aria-label={`${t('addConstant')}: ${t('constantField')}`}
        placeholder={t('addConstant')}
        value={null}
        options={options.filter(option => !(option.value in constants))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(field: string | null) => field && add(field)}
      />
    </section>
  )
}
