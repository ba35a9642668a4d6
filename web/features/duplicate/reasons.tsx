import { Minus, Plus } from 'lucide-react'
import type { Duplicate, DuplicateReason } from '#contract/duplicate.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import css from './duplicate.module.css'
import { duplicateMessages, reasonMessages } from './messages.ts'

/** The evidence for the pair, then the evidence against it, as text. */
export function Reasons({ pair }: { pair: Duplicate }) {
  const t = useT(duplicateMessages)
  const reasons = pair.reasons.toSorted((a, b) => b.weight - a.weight)
  return (
    <ul className={css.reasons} aria-label={t('reasons')}>
      {reasons.map(reason => (
        <Reason key={reason.code} reason={reason} />
      ))}
    </ul>
  )
}

function Reason({ reason: { code, a, b, weight } }: { reason: DuplicateReason }) {
  const words = useT(reasonMessages)
  const regionName = useRegionName()
  const isFor = weight > 0
  const show = (value: string | null) => (value && code === 'other_region' ? regionName(value) : value)
  const values = [...new Set([show(a), show(b)])].filter(value => value)
  return (
    <li className={css.reason}>
      {isFor ? (
        <Plus size={14} aria-hidden className={css.sign} data-for />
      ) : (
        <Minus size={14} aria-hidden className={css.sign} data-for="false" />
      )}
      <span>{words(code)}</span>
      {values.length > 0 && <span className="faint ellipsis">{values.join(' / ')}</span>}
    </li>
  )
}
