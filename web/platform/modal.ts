import type { Modal } from 'antd'
import { createContext, use } from 'react'

type ModalMaker = ReturnType<typeof Modal.useModal>[0]

export const ModalContext = createContext<ModalMaker | null>(null)

/**
 * Opens dialogs for a confirmation. The library's `App` does too, and would load its messages and notifications, which
 * no page shows.
 */
export function useModal(): ModalMaker {
  const modal = use(ModalContext)
  if (!modal) throw new Error('useModal is called outside of AntdProvider')
  return modal
}
