import * as z from 'zod/mini'
import { NewUpload, type Upload, type UploadPatch, uploadFields } from '#contract/upload.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { fieldMessages } from './field-messages.ts'
import { uploadCalls } from './upload-calls.ts'
import { UploadFields } from './upload-fields.tsx'
import { uploadLinkedIds, useUploadFormatters } from './upload-formatters.tsx'
import { uploadValues } from './upload-values.ts'

const schema = z.required(NewUpload)

/** Edits the details of an upload; its content never changes. */
export default function UploadForm({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const t = useT(fieldMessages)
  const state = useRecordForm<Upload>({
    schema,
    fields: uploadFields,
    record: upload,
    valuesOf: uploadValues,
    initial: {},
    save: (values, rev) => uploadCalls.save(upload.id, { ...(values as UploadPatch), rev }),
    onSaved: saved => {
      notifySuccess(t('savedNamed', { name: saved.title }))
      onClose()
    },
  })
  const compared = (state.conflict ?? []).flatMap(({ field, base, mine, theirs }) =>
    [base, mine, theirs].map(value => ({ field, value })),
  )
  return (
    <FormDrawer
      title={t('editNamed', { name: upload.title })}
      state={state}
      formatters={useUploadFormatters(uploadLinkedIds(compared))}
      onClose={onClose}
    >
      <UploadFields hasTitle isTitleRequired isEditor owner={upload.owner} />
    </FormDrawer>
  )
}
