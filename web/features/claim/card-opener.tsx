import { Drawer } from 'antd'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { Drop } from '#web/ui/list/drop.tsx'
import { claimMessages } from './messages.ts'

type Props = {
  /** Names the opened panel. */
  label: string
  /** Heading of the drawer on a narrow screen, if it differs. */
  title?: string
  isOpenAtFirst?: boolean
  card: (close: () => void) => ReactNode
  /** The button; `opens`: its attributes. */
  children: (opens: object) => ReactElement
}

/** A button that opens the sources of a fact next to it, on a narrow screen in a drawer. */
export function CardOpener({ label, title = label, isOpenAtFirst = false, card, children }: Props) {
  const t = useT(claimMessages)
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  if (!isNarrow)
    return (
      <Drop label={label} isOpenAtFirst={isOpenAtFirst} content={card}>
        {children}
      </Drop>
    )
  return (
    <>
      {children({ 'aria-expanded': isOpen, 'aria-haspopup': 'dialog', onClick: () => setIsOpen(true) })}
      <Drawer
        open={isOpen}
        placement="bottom"
        size="70vh"
        title={title}
        closable={{ 'aria-label': t('close') }}
        destroyOnHidden
        onClose={() => setIsOpen(false)}
      >
        {card(() => setIsOpen(false))}
      </Drawer>
    </>
  )
}
