import { Button } from 'antd'
import { History, Quote } from 'lucide-react'
import { lazy, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cutText } from '#contract/text.ts'
import { FactButton, FactDialog, type FactDraft } from '#web/features/claim/claim.ts'
import { type Passage, TranslateButton, Translation } from '#web/features/model/model.ts'
import { type Quotation, QuoteDialog } from '#web/features/report/report.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { type SelectedText, selectedIn } from '#web/ui/selected-text.ts'
import { phraseMessages } from './phrase-messages.ts'
import css from './time.module.css'
import { timeMessages } from './time-messages.ts'

const PhraseDialog = lazy(() => import('./phrase-dialog.tsx'))

const blank = /\s/

/** The range of these words in an element, ignoring spaces and line breaks; null if they are absent. */
export function rangeOf(area: Element, words: string): Range | null {
  const places: { node: Text; offset: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { data } = node as Text
    for (let offset = 0; offset < data.length; offset++) {
      if (blank.test(data[offset] as string)) continue
      text += data[offset]
      places.push({ node: node as Text, offset })
    }
  }
  const wanted = words.replace(/\s+/g, '')
  const from = wanted === '' ? -1 : text.indexOf(wanted)
  const [first, last] = [places[from], places[from + wanted.length - 1]]
  if (!first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}

/** Scrolls to the words, and highlights them in browsers that can do so without changing the text. */
function useShownWords(area: RefObject<Element | null>, words: string | undefined): void {
  useEffect(() => {
    const range = area.current && words ? rangeOf(area.current, words) : null
    if (!range) return
    range.startContainer.parentElement?.scrollIntoView?.({ block: 'center' })
    if (!('highlights' in CSS)) return
    CSS.highlights.set('quoted', new Highlight(range))
    return () => {
      CSS.highlights.delete('quoted')
    }
  }, [area, words])
}

type Source = Omit<Quotation, 'words'>
type Props = {
  /** The earlier version: it is quoted if the selection contains only removed text. */
  now: Source
  before: Source | null
  /** The organisation that facts recorded here are proposed for. */
  og: number
  /** The page whose versions are searched for the selected words. */
  pageId: number
  children: ReactNode
}

/** Text whose selection can be quoted, with a button next to the selection or with q. */
export function QuoteArea({ now, before, og, pageId, children }: Props) {
  const t = useT(timeMessages)
  const tPhrase = useT(phraseMessages)
  const { setSearch } = usePage()
  const [phrase, setPhrase] = useState<string | null>(null)
  const area = useRef<HTMLDivElement>(null)
  useShownWords(area, one(usePage().search.words))
  const [selected, setSelected] = useState<(SelectedText & { top: number; left: number }) | null>(null)
  const [quotation, setQuotation] = useState<Quotation | null>(null)
  const [draft, setDraft] = useState<FactDraft | null>(null)
  const [passage, setPassage] = useState<Passage | null>(null)
  useEffect(() => {
    function readSelection() {
      const element = area.current
      const selection = document.getSelection()
      const found = element && selectedIn(element, selection)
      if (!found || !selection) return setSelected(null)
      const box = selection.getRangeAt(0).getBoundingClientRect?.()
      const own = element.getBoundingClientRect()
      setSelected({ ...found, top: (box?.bottom ?? 0) - own.top, left: Math.max(0, (box?.left ?? 0) - own.left) })
    }
    document.addEventListener('selectionchange', readSelection)
    return () => document.removeEventListener('selectionchange', readSelection)
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
  const passageOf = (): Passage | null => {
    const found = quoted()
    return found && { of: { type: 'page_version', id: found.version, page_id: pageId }, passage: found.words }
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
          <TranslateButton make={passageOf} isSmall onMade={setPassage} />
          <Button
            size="small"
            icon={<History size={14} aria-hidden />}
            onMouseDown={event => event.preventDefault()}
            onClick={() => setPhrase(quoted()?.words ?? null)}
          >
            {tPhrase('open')}
          </Button>
        </div>
      )}
      <FactDialog draft={draft} onClose={() => setDraft(null)} />
      <Translation passage={passage} onClose={() => setPassage(null)} />
      <LazyDialog>
        {phrase !== null && (
          <PhraseDialog
            pageId={pageId}
            words={cutText(phrase, 2_000)}
            onShow={version => {
              setPhrase(null)
              setSearch(search => ({ ...search, version: String(version), since: null }))
            }}
            onClose={() => setPhrase(null)}
          />
        )}
      </LazyDialog>
      <LazyDialog>{quotation && <QuoteDialog quotation={quotation} onClose={() => setQuotation(null)} />}</LazyDialog>
    </div>
  )
}
