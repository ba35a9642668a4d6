import {
  type Attachment,
  type AttachmentEntity,
  attachmentLimitBytes,
  createAttachment,
  deleteAttachment,
  listAttachments,
  ticketAttachment,
} from '#contract/attachment.api.ts'
import { call, upload } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { notifyError } from '#web/platform/notice.ts'
import { endpointQuery, errorText, refresh, setFailureHandler } from '#web/platform/query.ts'
import { attachmentMessages } from './messages.ts'

export type OfRecord = { noun: AttachmentEntity; recordId: number }

export function attachmentsOptions({ noun, recordId }: OfRecord) {
  return { ...endpointQuery(listAttachments, { query: { noun, record_id: String(recordId) } }) }
}

/** Record lists show how many files a record has, so they are read again too. */
const refreshOf = (noun: AttachmentEntity) => refresh('attachment', noun)

/** Returns the files that can be sent; a notice gives the reason for each of the others. */
export function sendable(files: readonly File[]): File[] {
  const t = translate(attachmentMessages)
  return files.filter(file => {
    const isLarge = file.size > attachmentLimitBytes
    if (isLarge) notifyError(t('tooLarge', { name: file.name }))
    else if (file.size === 0) notifyError(t('empty', { name: file.name }))
    return !isLarge && file.size > 0
  })
}

type SendOptions = { signal?: AbortSignal; onProgress?: (share: number) => void }

/** Sends one file. A failure is reported with the file's name. */
export async function sendFile({ noun, recordId }: OfRecord, file: File, options: SendOptions = {}): Promise<void> {
  try {
    await upload(createAttachment, file, { query: { noun, record_id: String(recordId) } }, options)
  } catch (error) {
    if (options.signal?.aborted) return
    const fault = (error as { errors?: { message: string }[] }).errors?.[0]?.message
    setFailureHandler(
      error,
      translate(attachmentMessages)('failed', { name: file.name, why: fault ?? errorText(error) }),
    )
  }
}

/** Sends the files one after the other, for a record that has just been created. */
export async function sendFiles(of: OfRecord, files: readonly File[]): Promise<void> {
  for (const file of files) await sendFile(of, file)
  if (files.length > 0) await refreshOf(of.noun)
}

export async function removeFile({ id, noun }: Attachment): Promise<void> {
  await call(deleteAttachment, { params: { id } })
  await refreshOf(noun)
}

/** The browser downloads the file from a one-time address and does not hold it in memory. */
export async function downloadFile({ id, name }: Attachment): Promise<void> {
  const { url } = await call(ticketAttachment, { params: { id } })
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
}

export { refreshOf as refreshAttachments }
