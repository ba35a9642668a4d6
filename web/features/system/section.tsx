import { type ReactNode, useId } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { systemMessages } from './messages.ts'

type Props = {
  title: string
  text?: string
  /** False if it could not be measured just now. */
  isKnown?: boolean
  children: ReactNode
}

/** One part of the page under its heading. */
export function Section({ title, text, isKnown = true, children }: Props) {
  const t = useT(systemMessages)
  const id = useId()
  return (
    <section className="stack gap-3 pad-5 panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className="quiet">{text}</p>}
      {isKnown ? children : <p className="danger">{t('unknown')}</p>}
    </section>
  )
}
