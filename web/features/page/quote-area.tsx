import { Button } from 'antd'
import { Quote } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Quotation, QuoteDialog } from '#web/features/report/report.ts'
import { useT } from '#web/platform/i18n.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { type Selected, selectedIn } from './quoted-text.ts'
import css from './time.module.css'
import { timeMessages } from './time-messages.ts'

type Source = Omit<Quotation, 'words'>
type Props = {
  /** What is quoted where all that is selected is gone from it: the version before. */
  now: Source
  before: Source | null
  children: ReactNode
}

/** Text of which a selection can be quoted: what is selected brings the act up beside it, or q does. */
export function QuoteArea({ now, before, children }: Props) {
  const t = useT(timeMessages)
  const area = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<(Selected & { top: number; left: number }) | null>(null)
  const [quotation, setQuotation] = useState<Quotation | null>(null)
  useEffect(() => {
    function look() {
      const element = area.current
      const selection = document.getSelection()
      const found = element && selectedIn(element, selection)
      if (!found || !selection) return setSelected(null)
      const box = selection.getRangeAt(0).getBoundingClientRect?.()
      const own = element.getBoundingClientRect()
      setSelected({ ...found, top: (box?.bottom ?? 0) - own.top, left: Math.max(0, (box?.left ?? 0) - own.left) })
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [])
  const quote = () => {
    if (!selected) return
    if (selected.now !== '') setQuotation({ ...now, words: selected.now })
    else if (before) setQuotation({ ...before, words: selected.before })
  }
  useShortcut('q', t('quoteKey'), quote)
  return (
    <div ref={area} className={css.quotable}>
      {children}
      {selected && (
        <Button
          type="primary"
          size="small"
          data-ours
          className={css.quote}
          style={{ top: selected.top + 4, left: `min(${selected.left}px, calc(100% - 180px))` }}
          icon={<Quote size={14} aria-hidden />}
          // The press would take the selection away before the click comes.
          onMouseDown={event => event.preventDefault()}
          onClick={quote}
        >
          {t('quote')} <kbd>q</kbd>
        </Button>
      )}
      <LazyDialog>{quotation && <QuoteDialog quotation={quotation} onClose={() => setQuotation(null)} />}</LazyDialog>
    </div>
  )
}
