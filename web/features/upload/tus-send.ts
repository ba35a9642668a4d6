import type { DetailedError, PreviousUpload, Upload as TusUpload } from 'tus-js-client'
import type { NewUpload } from '#contract/upload.api.ts'
import { getLocale } from '#web/platform/i18n.ts'
import { getToken, reportEnded } from '#web/platform/token.ts'

const endpoint = '/v1/upload/tus'
/** Small enough for proxies that limit the size of a request. The received part of an interrupted chunk is not lost. */
const chunkBytes = 32 * 1024 * 1024
/** Long enough to wait for a restart of the server. */
const retryDelaysMs = [300, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]

export type SendFailure = { status: number; message: string }

type SendOptions = {
  file: File
  details: NewUpload
  userId: number
  /** The server's id of an upload to resume. */
  resume: string | null
  onProgress: (sent: number) => void
  /** Called with the server's id as soon as it is known: the upload can be resumed from then on. */
  onBegun: (id: string) => void
  /** `recordId` is null if the server already had the whole file. */
  onDone: (recordId: number | null) => void
  onFailed: (failure: SendFailure) => void
}

/** `/v1/upload/tus/3f2a…` → `3f2a…` */
const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

function headersBefore(request: { setHeader: (name: string, value: string) => void }): void {
  const token = getToken()
  if (token) request.setHeader('Authorization', `Bearer ${token}`)
  request.setHeader('Accept-Language', getLocale())
}

/**
 * Identifies a file by user, name, size and date: it is found again after a reload, but never by another user of the
 * browser.
 */
function fingerprintOf(file: File, userId: number): string {
  return ['upload', userId, file.name, file.size, file.lastModified].join('|')
}

/** A running upload: `pause` stops it so that it can be resumed; `giveUp` cancels it and discards its received part. */
export type RunningUpload = { pause: () => Promise<void>; giveUp: () => Promise<void> }

/** Starts or resumes the upload of a file. */
export async function sendFile(options: SendOptions): Promise<RunningUpload> {
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
    metadata: { filename: file.name, upload: JSON.stringify(options.details) },
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

/**
 * A part that this browser started with another file of the same name and size is not resumed: the two would be mixed.
 */
function checkedResume(id: string | null, fingerprint: string, kept: readonly PreviousUpload[]): string | null {
  const own = kept.find(({ uploadUrl }) => id !== null && uploadUrl !== null && idOf(uploadUrl) === id)
  return own && !own.urlStorageKey.includes(fingerprint) ? null : id
}

/** The latest upload that this browser started with the same file. */
async function previousOf(upload: TusUpload): Promise<PreviousUpload | undefined> {
  const kept = await upload.findPreviousUploads().catch(() => [])
  return kept.toSorted((a, b) => b.creationTime.localeCompare(a.creationTime))[0]
}

/** Discards an unfinished upload on the server. */
export async function discardUnfinished(id: string): Promise<void> {
  const { Upload } = await import('tus-js-client')
  try {
    await Upload.terminate(`${endpoint}/${id}`, { onBeforeRequest: headersBefore, retryDelays: null })
  } catch (error) {
    // It does not exist any more: that is the wanted result.
    if (!(error instanceof Error) || ![404, 410].includes(statusOf(error))) throw error
  }
}

function statusOf(error: Error | DetailedError): number {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response?.getStatus() ?? 0
}

/** True for no answer, a server error, or another request that still locks the file. */
const mayPass = (status: number) => status === 0 || status === 409 || status === 423 || status >= 500

/** The server's message in the user's language; empty if it has none. */
function failureOf(error: Error | DetailedError): SendFailure {
  const status = statusOf(error)
  if (status === 401) reportEnded(getToken())
  const body = 'originalResponse' in error ? (error.originalResponse?.getBody() ?? '') : ''
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return { status, message: typeof message === 'string' ? message : '' }
  } catch {
    return { status, message: '' }
  }
}
