import { Button } from 'antd'
import { Quote } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cutText } from '#contract/text.ts'
import { FactButton, FactDialog, type FactDraft } from '#web/features/claim/claim.ts'
import { type Quotation, QuoteDialog } from '#web/features/report/report.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { type SelectedText, selectedIn } from './quoted-text.ts'
import { useShownWords } from './shown-words.ts'
import css from './time.module.css'
import { timeMessages } from './time-messages.ts'

type Source = Omit<Quotation, 'words'>
type Props = {
  /** The earlier version: it is quoted if the selection contains only removed text. */
  now: Source
  before: Source | null
  /** The organisation that facts recorded here are proposed for. */
  og: number
  children: ReactNode
}

/** Text whose selection can be quoted, with a button next to the selection or with q. */
export function QuoteArea({ now, before, og, children }: Props) {
  const t = useT(timeMessages)
  const area = useRef<HTMLDivElement>(null)
  useShownWords(area, one(usePage().search.words))
  const [selected, setSelected] = useState<(SelectedText & { top: number; left: number }) | null>(null)
  const [quotation, setQuotation] = useState<Quotation | null>(null)
  const [draft, setDraft] = useState<FactDraft | null>(null)
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
  const quoted = (): Quotation | null => {
    if (!selected) return null
    if (selected.now !== '') return { ...now, words: selected.now }
    return before && { ...before, words: selected.before }
  }
  const quote = () => setQuotation(quoted())
  const fact = (): FactDraft | null => {
    const found = quoted()
    if (!found) return null
    const { version: id, title, words } = found
    const rests = { noun: 'page_version' as const, id, title: cutText(title, 500), quote: cutText(words, 5_000) }
    return { words, evidence: { type: 'record', ...rests }, proposed: { noun: 'og', id: og } }
  }
  useShortcut('q', t('quoteKey'), quote)
  return (
    <div ref={area} className={css.quotable}>
      {children}
      {selected && (
        <div
          data-ours
          className={css.quote}
          style={{ top: selected.top + 4, left: `min(${selected.left}px, calc(100% - 300px))` }}
        >
          <Button
            type="primary"
            size="small"
            icon={<Quote size={14} aria-hidden />}
            // Pressing the button would clear the selection before the click event arrives.
            onMouseDown={event => event.preventDefault()}
            onClick={quote}
          >
            {t('quote')} <kbd>q</kbd>
          </Button>
          <FactButton make={fact} isSmall onMade={setDraft} />
        </div>
      )}
      <FactDialog draft={draft} onClose={() => setDraft(null)} />
      <LazyDialog>{quotation && <QuoteDialog quotation={quotation} onClose={() => setQuotation(null)} />}</LazyDialog>
    </div>
  )
}
