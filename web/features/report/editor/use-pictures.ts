import type { Editor } from '@tiptap/react'
import { useCallback } from 'react'
import { createAttachment } from '#contract/attachment.api.ts'
import { upload } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { closeNotice, notify, notifyError } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { editMessages } from './edit-messages.ts'

/** Uploads pictures as attachments of the report and inserts them at the cursor. */
export function usePictures(reportId: number) {
  const t = useT(editMessages)
  return useCallback(
    async (editor: Editor, files: readonly File[]) => {
      for (const file of files) {
        const id = notify({ kind: 'loading', text: t('pictureSending', { name: file.name }) })
        try {
          const query = { noun: 'report' as const, record_id: String(reportId) }
          const { id: attachment_id, is_picture } = await upload(createAttachment, file, { query })
          closeNotice(id)
          if (!is_picture) {
            notifyError(t('pictureRefused', { name: file.name }))
            continue
          }
          const picture = { type: 'image', attrs: { attachment_id, alt: '', width: 100 } }
          editor
            .chain()
            .focus()
            .insertContent([picture, { type: 'paragraph' }])
            .run()
        } catch (error) {
          closeNotice(id)
          showError(error)
        }
      }
    },
    [reportId, t],
  )
}
