import type { DetailedError, PreviousUpload, Upload as TusUpload } from 'tus-js-client'
import type { NewUpload } from '#contract/upload.ts'
import { getLocale } from '#web/platform/i18n.ts'
import { getToken, reportEnded, useToken } from '#web/platform/token.ts'

const endpoint = '/v1/upload/tus'
/** Small enough for proxies that bound a request; what was received of a broken one counts all the same. */
const chunkBytes = 32 * 1024 * 1024
/** A server that is started anew is waited for. */
const retryDelaysMs = [300, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]

export type SendFailure = { status: number; message: string }

export type SendOptions = {
  file: File
  said: NewUpload
  userId: number
  /** The server's id of an upload to go on with. */
  resume: string | null
  onProgress: (sent: number) => void
  /** The server's id of it, as soon as there is one: from then on it can be gone on with. */
  onBegun: (id: string) => void
  /** `recordId` is null where the server had all of it before. */
  onDone: (recordId: number | null) => void
  onFailed: (failure: SendFailure) => void
}

/** `/v1/upload/tus/3f2a…` → `3f2a…` */
export const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

function headersBefore(request: { setHeader: (name: string, value: string) => void }): void {
  const token = getToken()
  if (token) request.setHeader('Authorization', `Bearer ${token}`)
  request.setHeader('Accept-Language', getLocale())
}

/** One user's file of this name, size and date: found again after a reload, never by another user of the browser. */
export function fingerprintOf(file: File, userId: number): string {
  return ['upload', userId, file.name, file.size, file.lastModified].join('|')
}

/** Under way: it can be stopped so that it may be gone on with, or given up, and then the server forgets what it has. */
export type Underway = { pause: () => Promise<void>; giveUp: () => Promise<void> }

/** Begins to send a file, or goes on with it. */
export async function sendFile(options: SendOptions): Promise<Underway> {
  const { Upload, defaultOptions } = await import('tus-js-client')
  const { file, userId } = options
  const { urlStorage } = defaultOptions
  const fingerprint = fingerprintOf(file, userId)
  const resume = checkedResume(options.resume, fingerprint, await urlStorage.findAllUploads().catch(() => []))
  const upload: TusUpload = new Upload(file, {
    endpoint,
    uploadUrl: resume === null ? null : `${endpoint}/${resume}`,
    chunkSize: chunkBytes,
    retryDelays: retryDelaysMs,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => fingerprint,
    metadata: { filename: file.name, upload: JSON.stringify(options.said) },
    onBeforeRequest: headersBefore,
    onShouldRetry: error => mayPass(statusOf(error)),
    onUploadUrlAvailable: () => upload.url && options.onBegun(idOf(upload.url)),
    onProgress: options.onProgress,
    onSuccess: ({ lastResponse }) => {
      const id = Number(lastResponse?.getHeader('Upload-Record'))
      options.onDone(Number.isSafeInteger(id) && id > 0 ? id : null)
    },
    onError: error => options.onFailed(failureOf(error)),
  })
  if (resume === null) {
    const kept = await previousOf(upload)
    if (kept) upload.resumeFromPreviousUpload(kept)
  }
  upload.start()
  return { pause: () => upload.abort(false), giveUp: () => upload.abort(true) }
}

/** A part that this browser began with another file of the same name and size is not gone on with: the two would be mixed. */
function checkedResume(id: string | null, fingerprint: string, kept: readonly PreviousUpload[]): string | null {
  const own = kept.find(({ uploadUrl }) => id !== null && uploadUrl !== null && idOf(uploadUrl) === id)
  return own && !own.urlStorageKey.includes(fingerprint) ? null : id
}

/** The latest one that this browser began with the same file. */
async function previousOf(upload: TusUpload): Promise<PreviousUpload | undefined> {
  const kept = await upload.findPreviousUploads().catch(() => [])
  return kept.toSorted((a, b) => b.creationTime.localeCompare(a.creationTime))[0]
}

/** Forgets an upload that was begun and not finished. */
export async function discardUnfinished(id: string): Promise<void> {
  const { Upload } = await import('tus-js-client')
  try {
    await Upload.terminate(`${endpoint}/${id}`, { onBeforeRequest: headersBefore, retryDelays: null })
  } catch (error) {
    // Gone already: that is what was asked for.
    if (!(error instanceof Error) || ![404, 410].includes(statusOf(error))) throw error
  }
}

function statusOf(error: Error | DetailedError): number {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response?.getStatus() ?? 0
}

/** No answer, a server in trouble, or another request that still holds the file. */
const mayPass = (status: number) => status === 0 || status === 409 || status === 423 || status >= 500

/** What the server says of it, in the reader's language; empty where it says nothing of use. */
function failureOf(error: Error | DetailedError): SendFailure {
  const status = statusOf(error)
  if (status === 401 && useToken.getState().token) reportEnded()
  const body = 'originalResponse' in error ? (error.originalResponse?.getBody() ?? '') : ''
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return { status, message: typeof message === 'string' ? message : '' }
  } catch {
    return { status, message: '' }
  }
}
