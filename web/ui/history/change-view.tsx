import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { type FieldFormatter, isBlank } from '#web/ui/formatter.ts'
import css from './history.module.css'
import { historyMessages } from './messages.ts'

type HistoryChange = { field: string; from: unknown; to: unknown }
type Props = { change: HistoryChange; formatter: FieldFormatter | undefined; isFirst: boolean }

/** One field before → after; for lists only the added and removed items. */
export function ChangeView({ change: { from, to }, formatter, isFirst }: Props) {
  const t = useT(historyMessages)
  const show = (value: unknown): ReactNode =>
    isBlank(value) ? <span className="faint">{t('nothingThere')}</span> : (formatter?.show(value) ?? plainText(value))
  if (isFirst) return <FirstValue value={to}>{show(to)}</FirstValue>
  if (Array.isArray(from) && Array.isArray(to)) return <ListChange from={from} to={to} show={show} />
  if (isText(from) && isText(to) && isLong(from, to)) return <LongTextChange from={from ?? ''} to={to ?? ''} />
  return (
    <div className="row wrap gap-x-3">
      <del className={css.before}>
        <span className="visually-hidden">{t('before')} </span>
        {show(from)}
      </del>
      <ArrowRight size={14} aria-hidden className={css.arrow} />
      <ins className={css.after}>
        <span className="visually-hidden">{t('after')} </span>
        {show(to)}
      </ins>
    </div>
  )
}

const longAbove = 60

function isText(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && !value.startsWith('data:'))
}

function isLong(from: string | null, to: string | null): boolean {
  return Math.max(from?.length ?? 0, to?.length ?? 0) > longAbove
}

function plainText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

type ListProps = { from: unknown[]; to: unknown[]; show: (value: unknown) => ReactNode }

function ListChange({ from, to, show }: ListProps) {
  const t = useT(historyMessages)
  const has = (list: unknown[], value: unknown) => list.some(each => JSON.stringify(each) === JSON.stringify(value))
  const removed = from.filter(value => !has(to, value))
  const added = to.filter(value => !has(from, value))
  // Only the order has changed: both lists are shown in full.
  if (removed.length === 0 && added.length === 0)
    return (
      <div className={css.stacked}>
        <del className={css.before}>{show(from)}</del>
        <ins className={css.after}>{show(to)}</ins>
      </div>
    )
  return (
    <ul className={css.entries}>
      {removed.map(value => (
        <li key={`-${plainText(value)}`} className="danger">
          <span aria-hidden>−</span>
          <span className="visually-hidden">{t('removed')}</span> {show([value])}
        </li>
      ))}
      {added.map(value => (
        <li key={`+${plainText(value)}`} className="success">
          <span aria-hidden>+</span>
          <span className="visually-hidden">{t('added')}</span> {show([value])}
        </li>
      ))}
    </ul>
  )
}

const nearAtMost = 30
const foldedAbove = 240

/** The stretch of a long text that differs; one click shows the full texts. */
function LongTextChange({ from, to }: { from: string; to: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { head, removed, added, tail } = textChange(from, to)
  const shownHead = isOpen ? head : edgeText(head, 'head', nearAtMost)
  const shownTail = isOpen ? tail : edgeText(tail, 'tail', nearAtMost)
  const cut = (text: string) => (isOpen ? text : edgeText(text, 'tail', foldedAbove))
  const isCut = shownHead !== head || shownTail !== tail || cut(removed) !== removed || cut(added) !== added
  return (
    <div className={css.text}>
      <span className="faint">{shownHead}</span>
      {removed && <del className="danger">{cut(removed)}</del>}
      {added && <ins className="success">{cut(added)}</ins>}
      <span className="faint">{shownTail}</span>
      {(isCut || isOpen) && <FoldButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />}
    </div>
  )
}

/** The first value of a field; a long text is shortened, and one click shows all of it. */
function FirstValue({ value, children }: { value: unknown; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isText(value) || value === null || value.length <= foldedAbove)
    return <span className={css.text}>{children}</span>
  return (
    <span className={css.text}>
      {isOpen ? value : edgeText(value, 'tail', foldedAbove)}
      <FoldButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
    </span>
  )
}

function FoldButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useT(historyMessages)
  return (
    <button type="button" className={css.fold} aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? t('less') : t('whole')}
    </button>
  )
}

/** The removed and added text between the unchanged parts: `head` + `removed` or `added` + `tail`. */
type TextChange = { head: string; removed: string; added: string; tail: string }

/** The stretch in which two texts differ, in whole characters: a surrogate pair is never split. */
export function textChange(from: string, to: string): TextChange {
  const a = [...from]
  const b = [...to]
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return {
    head: a.slice(0, start).join(''),
    removed: a.slice(start, a.length - end).join(''),
    added: b.slice(start, b.length - end).join(''),
    tail: a.slice(a.length - end).join(''),
  }
}

/** The last or first few characters of an unchanged part, for orientation. */
export function edgeText(text: string, side: 'head' | 'tail', length: number): string {
  const all = [...text]
  if (all.length <= length) return text
  return side === 'head' ? `…${all.slice(-length).join('')}` : `${all.slice(0, length).join('')}…`
}
