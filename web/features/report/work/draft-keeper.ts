import { ApiError } from '#web/platform/api.ts'
import type { Words } from '../words.ts'

/** How safe the words are. `at`: when the server last took them. */
export type DraftState =
  | { kind: 'clean' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'offline'; isKept: boolean }
  | { kind: 'refused'; text: string; isKept: boolean }

type Config = {
  read: () => Words
  send: (words: Words) => Promise<{ saved_at: string }>
  /** Keeps the words in this browser; false where it cannot. */
  keepHere: (words: Words) => boolean
  forgetHere: () => void
  /** True within a composition of an input method: half a word is no draft. */
  isComposing: () => boolean
  onState: (state: DraftState) => void
}

const quietMs = 3_000
const retryMs = 10_000
const composingMs = 500

/** A failure that may be over soon; with any other the server has said no. */
const mayPass = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 401 ||
  error.status === 429 ||
  error.status >= 500

/** Saves the draft after three quiet seconds; what the server does not take stays in this browser. */
export function makeDraftKeeper(config: Config) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: DraftState = { kind: 'clean' }
  let isWaiting = false
  let running: Promise<void> | null = null
  let isStopped = false

  function say(next: DraftState): void {
    state = next
    if (!isStopped) config.onState(next)
  }

  function arm(ms: number): void {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void flush(), ms)
  }

  /** Something was written. */
  function touch(): void {
    isWaiting = true
    if (state.kind !== 'offline' && state.kind !== 'saving') say({ kind: 'unsaved' })
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
    // What was written meanwhile waits for its own quiet.
    if (isWaiting && !isStopped) arm(state.kind === 'offline' ? retryMs : quietMs)
  }

  async function sendOnce(): Promise<void> {
    const words = config.read()
    isWaiting = false
    if (state.kind !== 'offline') say({ kind: 'saving' })
    try {
      const { saved_at } = await config.send(words)
      if (isWaiting) return say({ kind: 'unsaved' })
      config.forgetHere()
      say({ kind: 'saved', at: saved_at })
    } catch (error) {
      const isKept = config.keepHere(config.read())
      if (mayPass(error)) {
        isWaiting = true
        say({ kind: 'offline', isKept })
      } else say({ kind: 'refused', text: error instanceof Error ? error.message : '', isKept })
    }
  }

  return {
    touch,
    flush,
    /** True while words are nowhere but in this page or this browser. */
    isUnsafe: () => isWaiting || running !== null || state.kind === 'offline' || state.kind === 'refused',
    /** The words have become a version, or were given up: nothing waits. */
    settle(): void {
      clearTimeout(timer)
      isWaiting = false
      config.forgetHere()
      say({ kind: 'clean' })
    },
    /** The page closes: what the server does not have is kept here at once. */
    keepNow(): void {
      if (isWaiting || running) config.keepHere(config.read())
    },
    /** The view is left: the last words are kept here, and sent without anybody waiting. */
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
