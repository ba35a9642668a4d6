import { Button } from 'antd'
import { useState } from 'react'
import { type Claim, reinstateClaim, withdrawClaim } from '#contract/claim.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import css from './claim.module.css'
import { claimMessages } from './messages.ts'
import { EvidenceLine, SeenPeriod, SourceLine } from './said-line.tsx'

/** One source with its evidence. */
export function ClaimRow({ claim, mayWrite }: { claim: Claim; mayWrite: boolean }) {
  const t = useT(claimMessages)
  const [isBusy, setIsBusy] = useState(false)
  const { source, credibility, evidence, first_seen_at: first, last_seen_at: last, withdrawn_at } = claim
  const turn = async () => {
    setIsBusy(true)
    try {
      await call(withdrawn_at ? reinstateClaim : withdrawClaim, { params: { id: claim.id } })
      await refresh('claim', 'og_relation', 'fact_check')
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
  }
  return (
    <li className={css.claim} data-withdrawn={withdrawn_at !== null || undefined}>
      <div className="flex wrap baseline gap-3">
        <SourceLine source={source} credibility={credibility} />
        {withdrawn_at && <span className="small warning">{t('withdrawn')}</span>}
      </div>
      {evidence.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: evidence is only appended.
        <EvidenceLine key={index} evidence={each} />
      ))}
      <div className="flex wrap baseline gap-3 small quiet">
        <SeenPeriod first={first} last={last} />
        {mayWrite && (
          <Button size="small" type="text" loading={isBusy} onClick={() => void turn()}>
            {t(withdrawn_at ? 'reinstate' : 'withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}
