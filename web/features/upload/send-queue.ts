import { create } from 'zustand'
import type { NewUpload } from '#contract/upload.api.ts'
import { now } from '#web/platform/clock.ts'
import { onSessionEnd, useSession } from '#web/platform/session.ts'
import { discardUnfinished, type RunningUpload, type SendFailure, sendFile } from './tus-send.ts'
import { uploadCalls } from './upload-calls.ts'

/** `chosen` waits for the user to send it, `waiting` for a free slot. */
type SendingState = 'chosen' | 'waiting' | 'sending' | 'done' | 'failed'

export type QueuedUpload = {
  key: number
  file: File
  details: NewUpload
  state: SendingState
  /** The server's id of an upload to resume. */
  resume: string | null
  /** Bytes. */
  sent: number
  /** Bytes per second, smoothed; 0 until it is known. */
  speed: number
  recordId: number | null
  failure: SendFailure | null
}

/** The received part of a file, from `getUploadLimits`. */
type Part = { id: string; file_name: string; size: number; offset: number }

const atOnce = 3
const smoothing = 0.25
const measureMs = 250

export const useSendings = create<QueuedUpload[]>(() => [])

let count = 0
/** Promises, because an upload can be cancelled before it has started. */
const underway = new Map<number, Promise<RunningUpload>>()
const marks = new Map<number, { atMs: number; sent: number }>()

const find = (key: number) => useSendings.getState().find(each => each.key === key)
const patch = (key: number, change: Partial<QueuedUpload>) =>
  useSendings.setState(all => all.map(each => (each.key === key ? { ...each, ...change } : each)), true)

/**
 * Adds files that the user chose. A file that the server has a part of is resumed. The same file is not added twice.
 */
export function chooseFiles(files: readonly File[], parts: readonly Part[] = []): void {
  const present = useSendings.getState()
  const added: QueuedUpload[] = []
  for (const file of files) {
    const others = [...present, ...added]
    if (others.some(each => each.state !== 'done' && isSameFile(each.file, file))) continue
    const part = parts.find(
      ({ id, file_name: name, size }) =>
        name === file.name && size === file.size && !others.some(each => each.resume === id),
    )
    count += 1
    added.push({
      key: count,
      file,
      details: {},
      state: 'chosen',
      resume: part?.id ?? null,
      sent: part?.offset ?? 0,
      speed: 0,
      recordId: null,
      failure: null,
    })
  }
  useSendings.setState([...present, ...added], true)
}

function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}

/** Sends the chosen files. `details` apply to all of them, its title only to a single file. */
export function sendChosen(keys: readonly number[], details: NewUpload): void {
  const { title, ...common } = details
  const words = keys.length === 1 && title ? details : common
  for (const key of keys) patch(key, { state: 'waiting', details: words })
  pump()
}

/** Removes a file from the list; the server discards its received part. */
export async function dropSending(key: number): Promise<void> {
  const sending = find(key)
  if (!sending) return
  useSendings.setState(all => all.filter(each => each.key !== key), true)
  marks.delete(key)
  const sent = underway.get(key)
  underway.delete(key)
  pump()
  if (sending.state === 'sending') await (await sent)?.giveUp()
  else if (sending.state === 'failed' && sending.resume !== null) await discardUnfinished(sending.resume)
  else return
  await uploadCalls.reload()
}

/** Retries from the point of the failure. */
export function retrySending(key: number): void {
  patch(key, { state: 'waiting', failure: null, speed: 0 })
  pump()
}

/** Removes finished files from the list; their records are below. */
export function clearDone(): void {
  useSendings.setState(all => all.filter(each => each.state !== 'done'), true)
}

/** Starts as many uploads as run in parallel; the others wait in order. */
function pump(): void {
  const all = useSendings.getState()
  const free = atOnce - all.filter(each => each.state === 'sending').length
  for (const sending of all.filter(each => each.state === 'waiting').slice(0, Math.max(0, free))) begin(sending)
}

function begin({ key, file, details, resume }: QueuedUpload): void {
  const userId = useSession.getState().user?.id ?? 0
  patch(key, { state: 'sending' })
  marks.set(key, { atMs: now().getTime(), sent: find(key)?.sent ?? 0 })
  const sent = sendFile({
    file,
    details,
    userId,
    resume,
    onBegun: id => patch(key, { resume: id }),
    onProgress: bytes => measure(key, bytes),
    onDone: recordId => updateSending(key, { state: 'done', sent: file.size, recordId }),
    onFailed: failure => updateSending(key, { state: 'failed', failure }),
  })
  underway.set(key, sent)
  sent.catch(() => updateSending(key, { state: 'failed', failure: { status: 0, message: '' } }))
}

/** Progress events come many times a second; the speed is measured over longer steps, so that it is readable. */
function measure(key: number, sent: number): void {
  const mark = marks.get(key)
  const atMs = now().getTime()
  if (!mark || atMs - mark.atMs < measureMs) {
    if (mark && sent < mark.sent) marks.set(key, { atMs, sent })
    return
  }
  const latest = (Math.max(0, sent - mark.sent) * 1000) / (atMs - mark.atMs)
  const before = find(key)?.speed ?? 0
  marks.set(key, { atMs, sent })
  patch(key, { sent, speed: before === 0 ? latest : before + (latest - before) * smoothing })
}

function updateSending(key: number, change: Partial<QueuedUpload>): void {
  underway.delete(key)
  marks.delete(key)
  // A file that was removed from the list meanwhile stays removed.
  if (!find(key)) return
  patch(key, change)
  pump()
  void uploadCalls.reload()
}

/** Closing the window now would interrupt uploads. */
const isSending = () => useSendings.getState().some(({ state }) => state === 'sending' || state === 'waiting')

window.addEventListener('beforeunload', event => {
  if (isSending()) event.preventDefault()
})

onSessionEnd(() => {
  // The received parts stay on the server, so that the user can resume them after the next login.
  useSendings.setState([], true)
  for (const sent of underway.values()) void sent.then(({ pause }) => pause())
  underway.clear()
  marks.clear()
})
