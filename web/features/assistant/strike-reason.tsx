import type { StrikeReason } from '#contract/assistant.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { assistantMessages, strikeMessages } from './messages.ts'

/** Why a sentence is struck, with the part of it that has no source. */
export function StrikeReasonText({ reason, value }: { reason: StrikeReason; value: string | null }) {
  const t = useT(assistantMessages)
  const tReason = useT(strikeMessages)
  return <>{value === null ? tReason(reason) : t('with', { reason: tReason(reason), value })}</>
}
