import { emptyOf } from '#contract/field.ts'
import { NewSource, type Source, type SourcePatch, sourceFields, sourceSchema } from '#contract/source.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { AccessFields } from '#web/ui/form/access-fields.tsx'
import { RecordField } from '#web/ui/form/choice-field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { SchemaRows } from '#web/ui/schema/rows.tsx'
import { sourcePageMessages } from './messages.ts'
import { sourceSource } from './picker.ts'
import { sourceCalls } from './source-calls.ts'
import { useSourceFormatters } from './source-formatters.tsx'

type Props = { source?: Source | undefined; onClose: () => void }

const initial = { ...emptyOf(sourceSchema), name: '' }

/** Creates and edits sources: one form in a drawer. */
export default function SourceForm({ source, onClose }: Props) {
  const t = useT(sourcePageMessages)
  const go = useGo()
  const state = useRecordForm<Source>({
    schema: NewSource,
    fields: sourceFields,
    record: source,
    initial,
    save: (values, rev) =>
      source
        ? sourceCalls.save(source.id, { ...(values as SourcePatch), rev })
        : sourceCalls.create(values as NewSource),
    onSaved: saved => {
      const open = { label: t('open'), run: () => go('source_detail', { params: { id: saved.id } }) }
      notify({
        kind: 'success',
        text: t(source ? 'savedNamed' : 'createdNamed', { name: saved.name }),
        ...(!source && { action: open }),
      })
      onClose()
    },
  })
  const origins = (state.conflict ?? [])
    .flatMap(row => (row.field === 'origin_id' ? [row.base, row.mine, row.theirs] : []))
    .filter(id => typeof id === 'number')
  return (
    <FormDrawer
      title={source ? t('editNamed', { name: source.name }) : t('create')}
      state={state}
      formatters={useSourceFormatters(origins)}
      onClose={onClose}
    >
      <FormSection title={t('basics')} />
      <SchemaRows
        schema={sourceSchema}
        section="basics"
        special={{
          origin_id: row => <RecordField {...row} source={sourceSource} placeholder={t('originPlaceholder')} />,
        }}
      />
      <FormSection title={t('access')} />
      <AccessFields owner={source?.owner} />
    </FormDrawer>
  )
}
