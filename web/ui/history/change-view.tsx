import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { type FieldLook, isBlank } from '#web/ui/record/look.ts'
import css from './history.module.css'
import { historyMessages } from './messages.ts'

type Change = { field: string; from: unknown; to: unknown }
type Props = { change: Change; look: FieldLook | undefined; isFirst: boolean }

/** One field before → after; of lists only the entries that came and went. */
export function ChangeView({ change: { from, to }, look, isFirst }: Props) {
  const t = useT(historyMessages)
  const show = (value: unknown): ReactNode =>
    isBlank(value) ? <span className={css.none}>{t('none')}</span> : (look?.show(value) ?? plainText(value))
  if (isFirst) return <Fold value={to}>{show(to)}</Fold>
  if (Array.isArray(from) && Array.isArray(to)) return <ListChange from={from} to={to} show={show} />
  const isLong = [from, to].some(value => typeof value === 'string' && value.length > 60)
  return (
    <div className={isLong ? css.stacked : css.inline}>
      <del className={css.before}>
        <span className="visually-hidden">{t('before')} </span>
        <Fold value={from}>{show(from)}</Fold>
      </del>
      <ArrowRight size={14} aria-hidden className={css.arrow} />
      <ins className={css.after}>
        <span className="visually-hidden">{t('after')} </span>
        <Fold value={to}>{show(to)}</Fold>
      </ins>
    </div>
  )
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
  // Only the order has changed: both are shown whole.
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
        <li key={`-${plainText(value)}`} className={css.removed}>
          <span aria-hidden>−</span>
          <span className="visually-hidden">{t('removed')}</span> {show([value])}
        </li>
      ))}
      {added.map(value => (
        <li key={`+${plainText(value)}`} className={css.added}>
          <span aria-hidden>+</span>
          <span className="visually-hidden">{t('added')}</span> {show([value])}
        </li>
      ))}
    </ul>
  )
}

const foldedAbove = 240

/** Long text is cut after a few lines, with the whole one click away. */
function Fold({ value, children }: { value: unknown; children: ReactNode }) {
  const t = useT(historyMessages)
  const [isOpen, setIsOpen] = useState(false)
  const isLong = typeof value === 'string' && value.length > foldedAbove && !value.startsWith('data:')
  if (!isLong) return <span className={css.text}>{children}</span>
  return (
    <>
      <span className={isOpen ? css.text : css.cut}>{children}</span>
      <button type="button" className={css.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? t('less') : t('whole')}
      </button>
    </>
  )
}
