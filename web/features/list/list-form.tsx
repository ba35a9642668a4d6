import {
  createList,
  type List,
  type ListKind,
  ListPatch,
  listEvery,
  listKinds,
  NewList,
  updateList,
} from '#contract/list.api.ts'
import { sourceSource } from '#web/features/source/source.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh } from '#web/platform/query.ts'
import { RecordField, SelectField } from '#web/ui/form/choice-field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { sanctionListMessages } from './messages.ts'

type Form = List & { source_id: number | null }
const fields = ['name', 'kind', 'address', 'every', 'source_id'] as const

/** Adds a list, or changes its source and schedule. */
export default function ListForm({ list, onClose }: { list?: List | undefined; onClose: () => void }) {
  const t = useT(sanctionListMessages)
  const state = useRecordForm<Form>({
    schema: list ? ListPatch : NewList,
    fields: [...fields],
    record: list && { ...list, source_id: list.source?.id ?? null },
    initial: { name: '', kind: 'sanctions', address: null, every: 'never', source_id: null },
    save: async (values, rev) => {
      const saved = await (list
        ? call(updateList, { params: { id: list.id }, body: { ...(values as ListPatch), rev } })
        : call(createList, { body: values as NewList }))
      return { ...saved, source_id: saved.source?.id ?? null }
    },
    onSaved: saved => {
      void refresh('list', 'source')
      notifySuccess(t('savedNamed', { name: saved.name }))
      onClose()
    },
  })
  const formatter = (label: string) => ({ label, show: (value: unknown) => String(value ?? '') })
  return (
    <FormDrawer
      title={list ? t('editTitle', { name: list.name }) : t('newTitle')}
      state={state}
      formatters={{
        name: formatter(t('name')),
        kind: { label: t('listKind'), show: value => t(`list_${value as ListKind}`) },
        address: formatter(t('address')),
        every: formatter(t('every')),
        source_id: formatter(t('source')),
      }}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} isRequired isNullable={false} hasFocus />
      <SelectField
        name="kind"
        label={t('listKind')}
        hint={t('listKindHint')}
        options={listKinds.map(value => ({ value, label: t(`list_${value}`) }))}
      />
      <TextField name="address" label={t('address')} hint={t('addressHint')} />
      <SelectField
        name="every"
        label={t('every')}
        hint={t('everyHint')}
        options={listEvery.map(value => ({ value, label: t(`every_${value}`) }))}
      />
      <RecordField name="source_id" label={t('source')} hint={t('sourceHint')} source={sourceSource} />
    </FormDrawer>
  )
}
