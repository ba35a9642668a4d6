import { Button } from 'antd'
import { useState } from 'react'
import { decideClaim, type FieldChoice } from '#contract/claim.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { OwnerName } from '#web/ui/list/cells.tsx'
import { choiceMessages } from './choice-messages.ts'
import { useClaimValue } from './claim-value.tsx'
import type { ClaimsOf } from './use-claims.ts'

type Props = { of: ClaimsOf; choice: FieldChoice; shown: unknown; rev: number | undefined; mayWrite: boolean }

/** Explains why this value is shown, and whether a person or the rule decides. */
export function ChoiceLine({ of, choice, shown, rev, mayWrite }: Props) {
  const t = useT(choiceMessages)
  const show = useClaimValue(of.noun)
  const [isBusy, setIsBusy] = useState(false)
  const { field, reason, decided_by, decided_at, ruled } = choice
  const isRuled = reason !== 'decided' && reason !== 'kept'
  const mayRule = ruled !== null && !isRuled
  const decide = async (isKept: boolean) => {
    setIsBusy(true)
    try {
      await call(decideClaim, { body: { noun: of.noun, record_id: of.id, field, is_kept: isKept, rev } })
      await refresh('claim', 'fact_check', of.noun)
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
  }
  return (
    <div className="stack gap-2 small quiet">
      <p className="break">
        {reason === 'decided' && (
          <>
            {decided_by !== null && <OwnerName id={decided_by} />} {t('decided', { at: formatInstant(decided_at) })}
          </>
        )}
        {reason === 'kept' ? t(ruled === null ? 'kept_alone' : 'kept') : reason !== 'decided' && t(reason)}{' '}
        {mayRule && JSON.stringify(ruled) !== JSON.stringify(shown) && (
          <>
            {t('ruled')} <span className="strong">{show(field, ruled)}</span>
          </>
        )}
      </p>
      {mayWrite && (
        <div className="flex wrap gap-2">
          {reason !== 'decided' && (
            <Button size="small" disabled={isBusy} onClick={() => void decide(true)}>
              {t('keep')}
            </Button>
          )}
          {mayRule && (
            <Button size="small" disabled={isBusy} onClick={() => void decide(false)}>
              {t('rule')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
