import { useQuery } from '@tanstack/react-query'
import { listFactChecks, listSourceClaims, type SourceClaim } from '#contract/fact_check.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { LinkedPanel } from '#web/record/linked-panel.tsx'
import { detailOf } from '#web/record/record-address.ts'
import { checkMessages } from './check-messages.ts'
import css from './claim.module.css'
import { useClaimValue } from './claim-value.tsx'
import { claimTabMessages } from './tab-messages.ts'
import { useFieldLabels } from './use-claims.ts'

/** Lists all facts from a source on its page, latest first. */
export default function SourceFacts({ id }: { id: number }) {
  const t = useT(checkMessages)
  return (
    <LinkedPanel
      title={useT(claimTabMessages)('facts')}
      count={({ total }) => t('factsCount', { count: total })}
      loading={t('factsLoading')}
      failed={t('factsFailed')}
      none={t('factsNone')}
      endpoint={listSourceClaims}
      sent={{ params: { id } }}
      rowKey={claim => claim.id}
    >
      {claim => <SourceClaimRow claim={claim} />}
    </LinkedPanel>
  )
}

function SourceClaimRow({ claim }: { claim: SourceClaim }) {
  const t = useT(checkMessages)
  const labelOf = useFieldLabels()
  const show = useClaimValue(claim.noun)
  return (
    <li className={css.said} data-withdrawn={claim.withdrawn_at !== null || undefined}>
      <PageLink to={detailOf(claim.noun)} params={{ id: claim.record_id }} className="lines" title={claim.title}>
        {claim.title}
      </PageLink>
      <span className="quiet">{labelOf(claim.noun, claim.field)}</span>
      <span className="lines">{show(claim.field, claim.value)}</span>
      <span className="small quiet">{claim.withdrawn_at ? t('withdrawn') : formatInstant(claim.last_seen_at)}</span>
    </li>
  )
}

/** Shows below a source's name how many of its facts must be checked, if there are any. */
export function SourceChecks({ id }: { id: number }) {
  const t = useT(checkMessages)
  const { data } = useQuery(endpointQuery(listFactChecks, { query: { source: [String(id)], pageSize: 1 } }))
  if (!data || data.total === 0) return null
  return (
    <p className="below-5">
      <PageLink to="admin_fact_check" search={{ source: String(id) }}>
        {t('toChecks', { count: data.total })}
      </PageLink>
    </p>
  )
}
