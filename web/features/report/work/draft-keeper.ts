import { ApiError } from '#web/platform/api.ts'
import type { ReportText } from '../report-text.ts'

/** How the words are stored. `at`: time when the server last accepted them. */
export type DraftState =
  | { kind: 'clean' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'offline'; isKept: boolean }
  | { kind: 'refused'; text: string; isKept: boolean }

type Config = {
  read: () => ReportText
  send: (words: ReportText) => Promise<{ saved_at: string }>
  /** Stores the words in this browser; false if it cannot. */
  keepHere: (words: ReportText) => boolean
  forgetHere: () => void
  /** True during an IME composition: half a word is no draft. */
  isComposing: () => boolean
  onState: (state: DraftState) => void
}

const quietMs = 3_000
const retryMs = 10_000
const composingMs = 500

/** True for a failure that might be temporary; any other one is a refusal by the server. */
const mayPass = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 401 ||
  error.status === 429 ||
  error.status >= 500

/** Saves the draft after three seconds without input; if the server does not accept it, it stays in this browser. */
export function makeDraftSaver(config: Config) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: DraftState = { kind: 'clean' }
  let isWaiting = false
  let running: Promise<void> | null = null
  let isStopped = false

  function setState(next: DraftState): void {
    state = next
    if (!isStopped) config.onState(next)
  }

  function arm(ms: number): void {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void flush(), ms)
  }

  /** Call after every change of the text. */
  function touch(): void {
    isWaiting = true
    if (state.kind !== 'offline' && state.kind !== 'saving') setState({ kind: 'unsaved' })
    arm(quietMs)
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    if (running) {
      await running
      return
    }
    if (!isWaiting) return
    if (config.isComposing()) return arm(composingMs)
    running = sendOnce()
    await running
    running = null
    // Changes made meanwhile wait for their own pause.
    if (isWaiting && !isStopped) arm(state.kind === 'offline' ? retryMs : quietMs)
  }

  async function sendOnce(): Promise<void> {
    const words = config.read()
    isWaiting = false
    if (state.kind !== 'offline') setState({ kind: 'saving' })
    try {
      const { saved_at } = await config.send(words)
      if (isWaiting) return setState({ kind: 'unsaved' })
      config.forgetHere()
      setState({ kind: 'saved', at: saved_at })
    } catch (error) {
      const isKept = config.keepHere(config.read())
      if (mayPass(error)) {
        isWaiting = true
        setState({ kind: 'offline', isKept })
      } else setState({ kind: 'refused', text: error instanceof Error ? error.message : '', isKept })
    }
  }

  return {
    touch,
    flush,
    /** True while some words exist only in this page or this browser. */
    isUnsafe: () => isWaiting || running !== null || state.kind === 'offline' || state.kind === 'refused',
    /** The words have become a version or were discarded: nothing is pending. */
    settle(): void {
      clearTimeout(timer)
      isWaiting = false
      config.forgetHere()
      setState({ kind: 'clean' })
    },
    /** For a closing page: stores everything that the server does not have in this browser, at once. */
    keepNow(): void {
      if (isWaiting || running) config.keepHere(config.read())
    },
    /** For leaving the view: stores the last words here and sends them in the background. */
    stop(): void {
      clearTimeout(timer)
      if (isWaiting) {
        config.keepHere(config.read())
        void flush()
      }
      isStopped = true
      clearTimeout(timer)
    },
  }
}
