import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { type Claim, reinstateClaim, stateClaims, withdrawClaim } from '#contract/claim.api.ts'
import { isList } from '#contract/field.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import css from './claim.module.css'
import { useClaimValue } from './claim-value.tsx'
import { claimMessages } from './messages.ts'
import { EvidenceLine, SeenPeriod, SourceLine } from './provenance-line.tsx'
import { type ClaimsOf, useStatedSchema } from './use-claims.ts'

type Props = { of: ClaimsOf; claims: readonly Claim[]; mayWrite: boolean; acts?: (value: unknown) => ReactNode }

/** Lists the statements about one field, grouped by value; the displayed value is first. */
export function ClaimList({ of, claims, mayWrite, acts }: Props) {
  const t = useT(claimMessages)
  const show = useClaimValue(of.noun)
  const valueGroups = [...Map.groupBy(claims, claim => JSON.stringify(claim.value)).values()]
  const ordered = valueGroups.toSorted((a, b) => Number(b[0]?.is_shown) - Number(a[0]?.is_shown))
  // A value of a list field is added to the list and never replaces it, so it needs a different form.
  const [{ field } = { field: '' }] = claims
  const schema = useStatedSchema(of.noun)
  const isSingleValue = schema[field] !== undefined && !isList(schema[field])
  const adoptValue = async (claim: Claim) => {
    if (!claim.source) return
    try {
      const { noun, id: record_id } = of
      const values = { [claim.field]: claim.value }
      await call(stateClaims, {
        body: { noun, record_id, values, said: { source_id: claim.source.id }, is_shown: true },
      })
      await refresh('claim', 'fact_check', noun)
      notifySuccess(t('used'))
    } catch (error) {
      showError(error)
    }
  }
  return ordered.map(all => {
    const [first] = all
    if (!first) return null
    const usable = all.find(claim => claim.source && claim.withdrawn_at === null)
    return (
      <section key={JSON.stringify(first.value)} className={css.value}>
        <div className="flex baseline spread gap-3">
          <div className="shrink">
            <div className="small quiet">{t(first.is_shown ? 'shown' : 'otherwise')}</div>
            <div className="strong break">{show(first.field, first.value)}</div>
          </div>
          {first.is_shown && acts?.(first.value)}
          {mayWrite && !first.is_shown && usable && isSingleValue && (
            <Button size="small" onClick={() => void adoptValue(usable)}>
              {t('use')}
            </Button>
          )}
        </div>
        <ul className={css.claims}>
          {all.map(claim => (
            <ClaimRow key={claim.id} claim={claim} mayWrite={mayWrite} />
          ))}
        </ul>
      </section>
    )
  })
}

/** One source with its evidence. */
function ClaimRow({ claim, mayWrite }: { claim: Claim; mayWrite: boolean }) {
  const t = useT(claimMessages)
  const [isBusy, setIsBusy] = useState(false)
  const { source, credibility, evidence, first_seen_at: first, last_seen_at: last, withdrawn_at } = claim
  const toggleWithdrawn = async () => {
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
          <Button size="small" type="text" loading={isBusy} onClick={() => void toggleWithdrawn()}>
            {t(withdrawn_at ? 'reinstate' : 'withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}
