import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type Claim, stateClaims } from '#contract/claim.api.ts'
import { isList } from '#contract/field.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import css from './claim.module.css'
import { ClaimRow } from './claim-row.tsx'
import { useClaimValue } from './claim-value.tsx'
import { claimMessages } from './messages.ts'
import { type ClaimsOf, useStatedSchema } from './use-claims.ts'

type Props = { of: ClaimsOf; claims: readonly Claim[]; mayWrite: boolean; acts?: (value: unknown) => ReactNode }

/** Lists the statements about one field, grouped by value; the displayed value is first. */
export function ClaimList({ of, claims, mayWrite, acts }: Props) {
  const t = useT(claimMessages)
  const show = useClaimValue(of.noun)
  const byValue = [...Map.groupBy(claims, claim => JSON.stringify(claim.value)).values()]
  const ordered = byValue.toSorted((a, b) => Number(b[0]?.is_shown) - Number(a[0]?.is_shown))
  // A value of a list field is added to the list and never replaces it, so it needs a different form.
  const [{ field } = { field: '' }] = claims
  const card = useStatedSchema(of.noun)
  const isOne = card[field] !== undefined && !isList(card[field])
  const use = async (claim: Claim) => {
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
          {mayWrite && !first.is_shown && usable && isOne && (
            <Button size="small" onClick={() => void use(usable)}>
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
