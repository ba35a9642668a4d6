import { create } from 'zustand'

type Request = {
  /** The element that had the focus when the request was sent; it gets it back. */
  opener: Element | null
  settle: (isConfirmed: boolean) => void
}

/** The request that waits until the user has confirmed the session; at most one dialog is open. */
export const useConfirmation = create<{ request: Request | null }>(() => ({ request: null }))

let hasDialog = false
let waiting: Promise<boolean> | undefined

/** Called by the dialog while it is mounted. */
export function registerDialog(): () => void {
  hasDialog = true
  return () => {
    hasDialog = false
    useConfirmation.getState().request?.settle(false)
  }
}

/** Opens the dialog, for all requests that need it at this moment; false if the user closes it, or where there is none. */
export function openConfirmation(opener: Element | null): Promise<boolean> {
  if (!hasDialog) return Promise.resolve(false)
  waiting ??= new Promise<boolean>(resolve => {
    const settle = (isConfirmed: boolean) => {
      waiting = undefined
      useConfirmation.setState({ request: null })
      resolve(isConfirmed)
    }
    useConfirmation.setState({ request: { opener, settle } })
  })
  return waiting
}

/** Informs the window that waits, after a login at an identity provider in another tab. */
const channelName = 'confirmation'

export function reportConfirmed(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('confirmed')
  channel.close()
}

export function onConfirmedElsewhere(run: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = run
  return () => channel.close()
}
