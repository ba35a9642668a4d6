import { Suspense, useEffect } from 'react'
import { lazyPart } from '#web/platform/code.ts'
import { registerDialog, useConfirmation } from '#web/platform/confirmation.ts'
import { translate } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { shellMessages } from './messages.ts'

const ConfirmForm = lazyPart(() => import('#web/features/session/confirm-form.tsx'))

/** The dialog closes within this time; a window in the background does not report the end of the motion. */
const closedMs = 500

/**
 * Opens for any request that needs a confirmed session. The request is repeated once the dialog has closed and the focus
 * is back, as if nothing had been in between.
 */
export function ConfirmDialog() {
  const modal = useModal()
  const request = useConfirmation(state => state.request)
  useEffect(registerDialog, [])
  useEffect(() => {
    if (!request) return
    const { settle, opener } = request
    let isSettled = false
    const finish = (isConfirmed: boolean) => {
      if (isSettled) return
      isSettled = true
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      settle(isConfirmed)
    }
    let isDone = false
    const close = (isConfirmed: boolean) => {
      isDone = isConfirmed
      dialog.destroy()
      setTimeout(() => finish(isConfirmed), closedMs)
    }
    const dialog = modal.confirm({
      title: translate(shellMessages)('confirmTitle'),
      icon: null,
      footer: null,
      closable: true,
      width: 420,
      content: (
        <Suspense fallback={null}>
          <ConfirmForm onConfirmed={() => close(true)} onCancel={() => close(false)} />
        </Suspense>
      ),
      onCancel: () => close(false),
      afterClose: () => finish(isDone),
    })
    return () => dialog.destroy()
  }, [modal, request])
  return null
}
