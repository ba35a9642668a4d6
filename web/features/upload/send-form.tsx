import { type NewUpload, uploadFields } from '#contract/upload.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import { sendMessages } from './send-messages.ts'
import { UploadFields } from './upload-fields.tsx'
import { ProvenanceForm, provenanceValues, toNewUpload } from './upload-values.ts'

type Props = {
  details: NewUpload
  /** The number of files that the details apply to. */
  count: number
  isEditor: boolean
  onDetails: (details: NewUpload) => void
  onClose: () => void
}

const noFormatters: FieldFormatters = {}

/** Title, note, source, links and access of files before they are sent. */
export default function SendForm({ details, count, isEditor, onDetails, onClose }: Props) {
  const t = useT(sendMessages)
  const state = useRecordForm<{ rev: number }>({
    schema: ProvenanceForm,
    fields: uploadFields,
    initial: provenanceValues(details),
    save: async values => {
      onDetails(toNewUpload(values))
      return { rev: 0 }
    },
    onSaved: onClose,
  })
  return (
    <FormDrawer title={t('formTitle', { count })} state={state} formatters={noFormatters} onClose={onClose}>
      <UploadFields
        hasTitle={count === 1}
        isTitleRequired={false}
        titleHint={t('titleHint')}
        isEditor={isEditor}
        accessText={t('accessText')}
      />
    </FormDrawer>
  )
}
