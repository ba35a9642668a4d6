import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { isList } from '#contract/field.ts'
import type { Entity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { isBlank } from '#web/ui/formatter.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { ChoiceLine } from './choice-line.tsx'
import css from './claim.module.css'
import { ClaimList } from './claim-list.tsx'
import { useClaimValue } from './claim-value.tsx'
import { FactActs, type OpenFactAct } from './fact-acts.tsx'
import { isSameItem } from './fact-value.ts'
import { claimMessages } from './messages.ts'
import { queryRecord } from './query-record.ts'
import { StateForm } from './state-form.tsx'
import { recordValue, useClaims, useStatedSchema } from './use-claims.ts'

type Props = { of: { noun: Entity; id: number }; field: string; onAct: OpenFactAct }

/** Lists the statements of sources about one field, with the form that names another source. */
export function ClaimCard({ of, field, onAct }: Props) {
  const t = useT(claimMessages)
  const { data, error } = useClaims(of)
  const show = useClaimValue(of.noun)
  const [isAdding, setIsAdding] = useState(false)
  // The page has already loaded this record: the query answers from the cache.
  const { data: record } = useQuery(queryRecord(of.noun, of.id))
  const claims = (data?.items ?? []).filter(claim => claim.field === field)
  const row = record as ({ can: readonly string[]; rev: number } & Record<string, unknown>) | undefined
  const mayWrite = row?.can.includes('update') ?? false
  const acts = (value: unknown) => <FactActs of={{ ...of, field, value }} mayWrite={mayWrite} open={onAct} />
  const about = useStatedSchema(of.noun)[field]
  const value = row && recordValue(row, field)
  const items = (about && isList(about) && Array.isArray(value) ? value : [value]).filter(item => !isBlank(item))
  const bare = items.filter(item => !claims.some(claim => claim.is_shown && isSameItem(claim.value, item)))
  const choice = data?.choices.find(each => each.field === field)
  if (!data)
    return (
      <section className={css.card} aria-label={t('title')} aria-busy={!error}>
        {error ? <Failure>{errorText(error)}</Failure> : <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      </section>
    )
  return (
    <section className={css.card} aria-label={t('title')}>
      {claims.length === 0 && <p className="quiet">{t('none')}</p>}
      {bare.map(item => (
        <div key={JSON.stringify(item)} className="flex baseline spread gap-3">
          <span className="shrink break">{about && isList(about) && show(field, item)}</span>
          {acts(item)}
        </div>
      ))}
      {row && <FactActs of={{ ...of, field, value: null }} mayWrite={mayWrite} open={onAct} isOfList />}
      {choice && (
        <ChoiceLine of={of} choice={choice} shown={row && recordValue(row, field)} rev={row?.rev} mayWrite={mayWrite} />
      )}
      <ClaimList of={of} claims={claims} mayWrite={mayWrite} acts={acts} />
      {row && mayWrite && (claims.length === 0 || isAdding) && (
        <StateForm of={of} stated={{ [field]: recordValue(row, field) }} onStated={() => setIsAdding(false)} />
      )}
      {mayWrite && claims.length > 0 && !isAdding && (
        <Button className="rigid" onClick={() => setIsAdding(true)}>
          {t('another')}
        </Button>
      )}
    </section>
  )
}
