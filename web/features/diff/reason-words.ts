import type { DiffReason, DiffReasonCode } from '#contract/diff.api.ts'
import { diffReasons, otherReason, otherReasonWithValue } from '#contract/diff-reason.ts'
import { fillPlaceholders } from '#contract/text.ts'
import { useQualityWord } from '#web/features/site/site.ts'
import { useLocale } from '#web/platform/i18n.ts'

function textOf(code: DiffReasonCode, value: DiffReason['value']): string {
  // Shares are rounded to a tenth of a percent; a share that was reported is more than zero.
  if (code === 'share_of_text' && value === 0) return '<0.1'
  return typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '')
}

/** Reasons whose value is a code of why a page could not be fetched. */
const stateReasons: ReadonlySet<DiffReasonCode> = new Set(['page_failing', 'page_back'])

/** A reason as a sentence. A reason unknown to this version is shown by its code. */
export function useReasonText(): (reason: DiffReason) => string {
  const locale = useLocale()
  const stateWord = useQualityWord()
  return ({ code, value }) => {
    const text = stateReasons.has(code) && typeof value === 'string' ? stateWord(value) : textOf(code, value)
    const reason = Object.hasOwn(diffReasons, code) ? diffReasons[code] : undefined
    const texts = reason ? (text !== '' && reason.places) || reason : text === '' ? otherReason : otherReasonWithValue
    return fillPlaceholders(texts[locale], { code, value: text })
  }
}

/** The most important reasons first; a reason that is not in this list is shown last. */
const order: readonly DiffReasonCode[] = [
  'moved_page',
  'likely_moved',
  'page_failing',
  'page_back',
  'same_edit',
  'series',
  'same_place',
  'same_state',
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
const rankOf = ({ code }: DiffReason) => (order.indexOf(code) + order.length + 1) % (order.length + 1)

export function byImportance(reasons: readonly DiffReason[]): DiffReason[] {
  return reasons.toSorted((a, b) => rankOf(a) - rankOf(b))
}
