import { readTicket } from '#contract/ticket.api.ts'
import {
  bulkUpload,
  createUploadTicket,
  deleteUpload,
  getUpload,
  listUploadHistory,
  listUploads,
  restoreUpload,
  retryUpload,
  reviewUpload,
  type Upload,
  updateUpload,
} from '#contract/upload.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { call, download } from '#web/platform/api.ts'
import { queryClient } from '#web/platform/query.ts'
import { recordCalls } from '#web/record/record-calls.ts'

const followMs = 1500

/** Pages of organisations and persons show uploads too, under the upload's own entity. */
export const uploadCalls = recordCalls(
  {
    get: getUpload,
    update: updateUpload,
    remove: deleteUpload,
    restore: restoreUpload,
    history: listUploadHistory,
    bulk: bulkUpload,
  },
  ['upload'],
)

/** True while the worker is processing it. */
export const isUploadBusy = ({ status }: Pick<Upload, 'status'>) => status === 'received' || status === 'processing'

/** Polling interval of one upload, until it has been processed. */
export const followEvery = (upload: Upload) => (isUploadBusy(upload) ? followMs : false)

export type UploadVerdict = { status: 'accepted' | 'rejected'; reason: string | null }

export const judgeUpload = ({ id, rev }: Upload, verdict: UploadVerdict): Promise<Upload> =>
  uploadCalls.showing(call(reviewUpload, { params: { id }, body: { ...verdict, rev } }))

export const readAgain = (id: number): Promise<Upload> => uploadCalls.showing(call(retryUpload, { params: { id } }))

/** Downloads the file's bytes for display. Each download uses a ticket and is recorded in the audit log. */
export async function fetchFile(id: number, signal?: AbortSignal): Promise<Blob> {
  const options = signal ? { signal } : {}
  const { url } = await call(createUploadTicket, { params: { id } }, options)
  const token = url.slice(url.lastIndexOf('/') + 1)
  const { blob } = await download(readTicket, { params: { token } }, options)
  return blob
}

/** The browser stores the file itself, because it can be larger than the memory. */
export async function saveUploadFile(id: number): Promise<void> {
  const { url } = await call(createUploadTicket, { params: { id } })
  Object.assign(document.createElement('a'), { href: url, download: '' }).click()
}

/** Reads visible lists again while they contain uploads that are being processed. */
export function followWork(): void {
  const key = ['upload', listUploads.path]
  const shown = queryClient.getQueriesData<ListPage<Upload>>({ queryKey: key, type: 'active' })
  if (shown.some(([, page]) => page?.items.some(isUploadBusy)))
    void queryClient.invalidateQueries({ queryKey: key, type: 'active' })
}
