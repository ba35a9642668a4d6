import { Button, Input, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import type { TemplateValues } from '#contract/report-template.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { LogoInput } from './logo-input.tsx'
import css from './template.module.css'
import { templateMessages } from './template-messages.ts'

export type TemplateFaults = Partial<Record<keyof TemplateValues, string>>
type Props = {
  values: TemplateValues
  faults: TemplateFaults
  isBusy: boolean
  isDirty: boolean
  onChange: (part: Partial<TemplateValues>) => void
  onFault: (faults: TemplateFaults) => void
  onSave: () => void
}

/** The fields of a template. A preview next to them shows unsaved changes. */
export function TemplateForm({ values, faults, isBusy, isDirty, onChange, onFault, onSave }: Props) {
  const t = useT(templateMessages)
  return (
    <form
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        onSave()
      }}
    >
      <Field label={t('organisation')} hint={t('organisationHint')} fault={faults.organisation}>
        {control => (
          <Input
            {...control}
            value={values.organisation}
            maxLength={120}
            onChange={event => onChange({ organisation: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('logo')} hint={t('logoHint')} fault={faults.logo}>
        {control => (
          <LogoInput
            id={control.id}
            describedBy={control['aria-describedby']}
            value={values.logo}
            onChange={logo => onChange({ logo })}
            onFault={logo => onFault({ logo })}
          />
        )}
      </Field>
      <Field label={t('color')} hint={t('colorHint')} fault={faults.color}>
        {control => (
          <span className="row gap-3">
            <input
              {...control}
              type="color"
              className={css.color}
              value={values.color}
              onChange={event => onChange({ color: event.target.value })}
            />
            <code className="faint">{values.color.toUpperCase()}</code>
          </span>
        )}
      </Field>
      <Field label={t('markings')} hint={t('markingsHint')} fault={faults.markings}>
        {control => (
          <Select
            {...control}
            mode="tags"
            open={false}
            suffixIcon={null}
            value={values.markings}
            maxCount={20}
            tokenSeparators={['\n', ',', '，', '、']}
            onChange={list => {
              const markings = [...new Set(list.map(word => word.trim()).filter(Boolean))]
              onChange({ markings, ...(!markings.includes(values.marking ?? '') && { marking: null }) })
            }}
          />
        )}
      </Field>
      <Field label={t('marking')} hint={t('markingHint')} fault={faults.marking}>
        {control => (
          <Select
            {...control}
            value={values.marking ?? ''}
            options={[
              { value: '', label: t('markingNone') },
              ...values.markings.map(value => ({ value, label: value })),
            ]}
            onChange={value => onChange({ marking: value || null })}
          />
        )}
      </Field>
      <div className="flex to-end">
        <Button type="primary" htmlType="submit" disabled={!isDirty} loading={isBusy && { delay: 200 }}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

type Control = { id: string; 'aria-describedby': string; 'aria-invalid': boolean }
type FieldProps = { label: string; hint: string; fault: string | undefined; children: (control: Control) => ReactNode }

function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id} className="strong">
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-help`, 'aria-invalid': Boolean(fault) })}
      <small id={`${id}-help`} className={fault ? 'danger' : 'faint'} {...(fault && { role: 'alert' })}>
        {fault || hint}
      </small>
    </div>
  )
}
