import { create } from 'zustand'

type NoticeKind = 'info' | 'success' | 'warning' | 'error' | 'loading'

type Notice = {
  id: string
  kind: NoticeKind
  text: string
  action?: { label: string; run: () => void }
}

type NoticeInput = Omit<Notice, 'id'> & {
  /** A notice with the id of a visible one replaces it. */
  id?: string
  /** 0: stays until it is replaced or closed. */
  durationMs?: number
}

export const useNotices = create<Notice[]>(() => [])

const errorDurationMs = 5000
const usualDurationMs = 3000
const timers = new Map<string, ReturnType<typeof setTimeout>>()
let count = 0

export function closeNotice(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  useNotices.setState(notices => notices.filter(notice => notice.id !== id), true)
}

/** Shows a toast and returns its id. */
export function notify({ durationMs, ...input }: NoticeInput): string {
  count += 1
  const notice: Notice = { ...input, id: input.id ?? `notice-${count}` }
  const { id, kind } = notice
  clearTimeout(timers.get(id))
  timers.delete(id)
  useNotices.setState(
    notices =>
      notices.some(each => each.id === id)
        ? notices.map(each => (each.id === id ? notice : each))
        : [...notices.slice(-4), notice],
    true,
  )
  const lifeMs = durationMs ?? (kind === 'loading' ? 0 : kind === 'error' ? errorDurationMs : usualDurationMs)
  if (lifeMs > 0)
    timers.set(
      id,
      setTimeout(() => closeNotice(id), lifeMs),
    )
  return id
}

/** An error toast of 5000 ms; one toast per text, however many requests fail with it. */
export function notifyError(text: string): void {
  notify({ id: `error:${text}`, kind: 'error', text })
}

export function notifySuccess(text: string): void {
  notify({ kind: 'success', text })
}
