import { useQueries } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type LinkSupport, listLinkSupports } from '#contract/claim.api.ts'
import type { LinkEntity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import css from './claim.module.css'
import { ClaimList } from './claim-list.tsx'
import { closing, FactActs, type OpenFactAct, useFactDialog } from './fact-acts.tsx'
import { MarkButton } from './mark-button.tsx'
import { claimMessages } from './messages.ts'
import { StateForm } from './state-form.tsx'
import { claimSchemas, useClaimFormatters, useClaims } from './use-claims.ts'

/** A link between two records: its name, its values by field, and whether the user can change it. */
type Link = { noun: LinkEntity; id: number; name: string; values: Record<string, unknown>; mayWrite: boolean }

/** Ids per request. */
const maxRequested = 200

/** How well these links are supported, by id. All rows share the requests. */
export function useLinkSupports(
  noun: LinkEntity,
  ids: readonly number[],
): ReadonlyMap<number, LinkSupport> | undefined {
  const chunks = Array.from({ length: Math.ceil(ids.length / maxRequested) }, (_, n) =>
    ids.slice(n * maxRequested, (n + 1) * maxRequested).map(String),
  )
  const answers = useQueries({
    queries: chunks.map(record_id => endpointQuery(listLinkSupports, { query: { noun, record_id } })),
  })
  const items = answers.flatMap(({ data }) => data?.items ?? [])
  if (answers.some(({ data }) => !data)) return undefined
  return new Map(items.map(item => [item.record_id, item]))
}

/** Marks a link's row: a press shows its sources, their dates and their credibility. */
export function LinkMark({ link, support }: { link: Link; support: LinkSupport | undefined }) {
  const { open, dialog } = useFactDialog()
  if (!support && !link.mayWrite) return null
  const { state, origins } = support ?? { state: 'none' as const, origins: 0 }
  return (
    <>
      <MarkButton
        name={link.name}
        state={state}
        origins={origins}
        card={close => <LinkCard link={link} onAct={closing(close, open)} />}
      />
      {dialog}
    </>
  )
}

/** Lists the statements about a link by field, with the form that names another source. */
function LinkCard({ link: { noun, id, name, values, mayWrite }, onAct }: { link: Link; onAct: OpenFactAct }) {
  const t = useT(claimMessages)
  const of = { noun, id }
  const { data } = useClaims(of)
  const formatters = useClaimFormatters(noun)
  const [isAdding, setIsAdding] = useState(false)
  if (!data) return <section className={css.card} aria-busy />
  const byField = Map.groupBy(data.items, claim => claim.field)
  // A source that states any field of the link also states that the link exists.
  const more = new Set(data.items.filter(claim => claim.field !== 'link').map(claim => claim.source?.id ?? 0))
  const alone = (byField.get('link') ?? []).filter(claim => !more.has(claim.source?.id ?? 0))
  const fields = Object.keys(claimSchemas[noun])
    .map(field => ({ field, claims: field === 'link' ? alone : (byField.get(field) ?? []) }))
    .filter(({ claims }) => claims.length > 0)
  const shown = Object.entries({ link: true, ...values }).filter(
    ([, value]) => value !== null && value !== undefined && value !== false,
  )
  return (
    <section className={css.card} aria-label={t('title')}>
      {data.items.length === 0 && <p className="quiet">{t('none')}</p>}
      {fields.map(({ field, claims }) => (
        <section key={field} className={css.field} aria-label={formatters[field]?.label}>
          <h4 className={css.fieldName}>{formatters[field]?.label}</h4>
          <ClaimList
            of={of}
            claims={claims}
            mayWrite={mayWrite}
            acts={value => <FactActs of={{ ...of, field, value, label: name }} mayWrite={mayWrite} open={onAct} />}
          />
        </section>
      ))}
      {mayWrite && (data.items.length === 0 || isAdding) && (
        <StateForm of={of} stated={Object.fromEntries(shown)} onStated={() => setIsAdding(false)} />
      )}
      {mayWrite && data.items.length > 0 && !isAdding && (
        <Button className="rigid" onClick={() => setIsAdding(true)}>
          {t('another')}
        </Button>
      )}
    </section>
  )
}
