import { Popover } from 'antd'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import css from './list.module.css'

type Props = {
  label: string
  /** The button; it gets what opening needs. */
  children: (props: { 'aria-expanded': boolean; 'aria-haspopup': 'dialog'; onClick: () => void }) => ReactElement
  content: (close: () => void) => ReactNode
  placement?: 'bottomLeft' | 'bottomRight'
  isWide?: boolean
  isOpenAtFirst?: boolean
  onClose?: () => void
}

/** A panel under a button: takes the focus, gives it back, closes with Escape or a press elsewhere. */
export function Drop({
  label,
  children,
  content,
  placement = 'bottomLeft',
  isWide = false,
  isOpenAtFirst = false,
  onClose,
}: Props) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const opener = useRef<HTMLElement | null>(null)
  const show = (isNext: boolean) => {
    if (isNext) opener.current = document.activeElement as HTMLElement | null
    setIsOpen(isNext)
    if (!isNext) onClose?.()
  }
  const close = () => {
    show(false)
    opener.current?.focus()
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={isNext => {
        if (isNext) return
        // What had the focus may be gone: Escape then comes from nowhere, and leads back all the same.
        const isLost = document.activeElement === document.body
        show(false)
        if (isLost) opener.current?.focus()
      }}
      trigger="click"
      placement={placement}
      arrow={false}
      destroyOnHidden
      styles={{ container: { padding: 0 } }}
      content={
        <div
          className={isWide ? `${css.panel} ${css.widePanel}` : css.panel}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          ref={panel => {
            // Where nothing asks for the focus, its first control takes it; while it is loading, the panel itself.
            if (!panel || panel.contains(document.activeElement)) return
            const first = panel.querySelector<HTMLElement>('input, button, select')
            ;(first ?? panel).focus({ preventScroll: true })
          }}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            close()
          }}
        >
          {content(close)}
        </div>
      }
    >
      {children({ 'aria-expanded': isOpen, 'aria-haspopup': 'dialog', onClick: () => show(!isOpen) })}
    </Popover>
  )
}
