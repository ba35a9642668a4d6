import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { getEvent } from '#contract/event.ts'
import type { CardNoun } from '#contract/noun.ts'
import { getOg } from '#contract/og.ts'
import { getPerson } from '#contract/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { ask } from '#web/platform/query.ts'
import css from './claim.module.css'
import { ClaimList } from './claim-list.tsx'
import { claimMessages } from './messages.ts'
import { StateForm } from './state-form.tsx'
import { useClaimLooks, useClaims } from './use-claims.ts'

const records = { og: getOg, person: getPerson, event: getEvent } as const satisfies Record<CardNoun, Endpoint>

/** Who says what of one field, and the form that names another source. */
export function ClaimCard({ of, field }: { of: { noun: CardNoun; id: number }; field: string }) {
  const t = useT(claimMessages)
  const { data } = useClaims(of)
  const [isAdding, setIsAdding] = useState(false)
  // The page has asked for it already.
  const { data: record } = useQuery(ask(records[of.noun], { params: { id: of.id } } as never))
  const look = useClaimLooks(of.noun)[field]
  const claims = (data?.items ?? []).filter(claim => claim.field === field)
  const row = record as ({ can: readonly string[] } & Record<string, unknown>) | undefined
  const mayWrite = row?.can.includes('update') ?? false
  return (
    <section className={css.card} aria-label={t('title')}>
      {claims.length === 0 && <p className="quiet">{t('none')}</p>}
      <ClaimList of={of} claims={claims} look={look} mayWrite={mayWrite} />
      {row && mayWrite && (claims.length === 0 || isAdding) && (
        <StateForm of={of} stated={{ [field]: row[field] }} onStated={() => setIsAdding(false)} />
      )}
      {mayWrite && claims.length > 0 && !isAdding && (
        <Button className="rigid" onClick={() => setIsAdding(true)}>
          {t('another')}
        </Button>
      )}
    </section>
  )
}
