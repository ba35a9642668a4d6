import { Popover } from 'antd'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import css from './list.module.css'

type Props = {
  label: string
  /** Renders the button with the props that open the panel. */
  children: (props: { 'aria-expanded': boolean; 'aria-haspopup': 'dialog'; onClick: () => void }) => ReactElement
  content: (close: () => void) => ReactNode
  placement?: 'bottomLeft' | 'bottomRight'
  isWide?: boolean
  isOpenAtFirst?: boolean
  onClose?: () => void
}

/** A panel under a button: takes the focus and returns it, closes with Escape or a press elsewhere. */
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
  const setOpen = (isNext: boolean) => {
    if (isNext) opener.current = document.activeElement as HTMLElement | null
    setIsOpen(isNext)
    if (!isNext) onClose?.()
  }
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={isNext => {
        if (isNext) return
        // The focused element might be removed: Escape then comes from the body, and still returns the focus.
        const isLost = document.activeElement === document.body
        setOpen(false)
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
            // If nothing takes the focus, the first control receives it; while the content is loading, the panel
            // itself.
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
      {children({ 'aria-expanded': isOpen, 'aria-haspopup': 'dialog', onClick: () => setOpen(!isOpen) })}
    </Popover>
  )
}
