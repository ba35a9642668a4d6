import type { DiffReason, DiffReasonCode } from '#contract/diff.api.ts'
import { diffReasons, otherReason, otherReasonWithValue } from '#contract/diff-reason.ts'
import { fillPlaceholders } from '#contract/text.ts'
import { useLocale } from '#web/platform/i18n.ts'

function textOf(code: DiffReasonCode, value: DiffReason['value']): string {
  // Shares are rounded to a tenth of a percent; a share that was reported is more than zero.
  if (code === 'share_of_text' && value === 0) return '<0.1'
  return typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '')
}

/** A reason as a sentence. A reason unknown to this version is shown by its code. */
export function useReasonText(): (reason: DiffReason) => string {
  const locale = useLocale()
  return ({ code, value }) => {
    const text = textOf(code, value)
    const reason = Object.hasOwn(diffReasons, code) ? diffReasons[code] : undefined
    const texts = reason ? (text !== '' && reason.places) || reason : text === '' ? otherReason : otherReasonWithValue
    return fillPlaceholders(texts[locale], { code, value: text })
  }
}

/** Order by importance to a person, for scores without points per reason. */
const order: readonly DiffReasonCode[] = [
  'moved_page',
  'same_edit',
  'series',
  'status_flip',
  'domain_change',
  'word_hits',
  'mentions',
  'page_removed',
  'page_added',
  'share_of_text',
  'largest_change',
  'headings',
  'links',
  'anchors',
  'pictures',
]
const rank = ({ code }: DiffReason) => (order.indexOf(code) + order.length + 1) % (order.length + 1)

/** Sorts by points, highest first; reasons that only inform are at the end. */
export function byWeight(reasons: readonly DiffReason[]): DiffReason[] {
  const hasPoints = reasons.some(({ points }) => points !== undefined && points !== 0)
  const weight = ({ points }: DiffReason) => Math.abs(points ?? 0)
  return reasons.toSorted((a, b) => (hasPoints ? weight(b) - weight(a) : rank(a) - rank(b)))
}
