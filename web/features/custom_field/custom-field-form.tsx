import { useWatch } from 'react-hook-form'
import {
  type CustomField,
  CustomFieldPatch,
  createCustomField,
  customKinds,
  customKindWords,
  NewCustomField,
  updateCustomField,
} from '#contract/custom_field.api.ts'
import type { Entity } from '#contract/registry.ts'
import { entityLabels } from '#contract/registry.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh } from '#web/platform/query.ts'
import { SelectField } from '#web/ui/form/choice-field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { LinesField, TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { customFieldMessages } from './messages.ts'

type Props = { noun: Entity; field?: CustomField | undefined; onClose: () => void }

/** Defines a field, or renames it and changes its choices. */
export default function CustomFieldForm({ noun, field, onClose }: Props) {
  const t = useT(customFieldMessages)
  const locale = useLocale()
  const state = useRecordForm<CustomField>({
    schema: field ? CustomFieldPatch : NewCustomField,
    fields: field ? ['name', 'eng_name', 'choices'] : ['noun', 'name', 'eng_name', 'kind', 'choices'],
    record: field,
    initial: { noun, name: '', eng_name: null, kind: 'text', choices: [] },
    save: (values, rev) =>
      field
        ? call(updateCustomField, { params: { id: field.id }, body: { ...(values as CustomFieldPatch), rev } })
        : call(createCustomField, { body: values as NewCustomField }),
    onSaved: saved => {
      void refresh('custom_field')
      notifySuccess(t('savedNamed', { name: saved.name }))
      onClose()
    },
  })
  const formatter = (label: string) => ({ label, show: (value: unknown) => [value].flat().join('\n') })
  return (
    <FormDrawer
      title={field ? t('editNamed', { name: field.name }) : t('createNamed', { noun: entityLabels[noun].one[locale] })}
      state={state}
      formatters={{ name: formatter(t('name')), eng_name: formatter(t('eng_name')), choices: formatter(t('choices')) }}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} isRequired isNullable={false} hasFocus />
      <TextField name="eng_name" label={t('eng_name')} hint={t('engHint')} />
      {!field && (
        <SelectField
          name="kind"
          label={t('kind')}
          hint={t('kindHint')}
          options={customKinds.map(kind => ({ value: kind, label: customKindWords[kind][locale] }))}
        />
      )}
      <Choices isShown={field && field.kind === 'choice'} />
    </FormDrawer>
  )
}

/** Shown if the kind, either chosen here or fixed before, has choices. */
function Choices({ isShown }: { isShown: boolean | undefined }) {
  const t = useT(customFieldMessages)
  const kind: unknown = useWatch({ name: 'kind' })
  if (!(isShown ?? kind === 'choice')) return null
  return <LinesField name="choices" label={t('choices')} hint={t('choicesHint')} />
}
