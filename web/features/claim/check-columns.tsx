import { useMemo } from 'react'
import type { FactCheck } from '#contract/fact_check.api.ts'
import type { Entity } from '#contract/registry.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { detailOf } from '#web/record/record-address.ts'
import cells from '#web/ui/list/cells.module.css'
import { instantText, OwnerName } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import { checkMessages } from './check-messages.ts'
import { ClaimCard } from './claim-card.tsx'
import { useClaimValue } from './claim-value.tsx'
import { closing, useFactDialog } from './fact-acts.tsx'
import { MarkButton } from './mark-button.tsx'
import { useFieldLabels } from './use-claims.ts'

type TranslateFn = Translate<(typeof checkMessages)['zh-CN']>

function CheckValue({ check, value }: { check: FactCheck; value: unknown }) {
  const t = useT(checkMessages)
  const show = useClaimValue(check.noun)
  if (check.kind === 'over_owned') return <span>{String(value)}%</span>
  return value === null ? <span className="quiet">{t('nothingThere')}</span> : show(check.field, value)
}

/** One line: which source was withdrawn, or which sources state a different value. */
export function Happened({ check, isWhole = false }: { check: FactCheck; isWhole?: boolean }) {
  const t = useT(checkMessages)
  const { kind, claims, claim_count: count, settled_at } = check
  const [first] = claims
  const name = first?.source ? (
    <PageLink to="source_detail" params={{ id: first.source.id }}>
      {first.source.name}
    </PageLink>
  ) : (
    <span className="quiet">{t('hidden')}</span>
  )
  return (
    <span className={isWhole ? 'break' : 'ellipsis'}>
      <span className="warning">{t(kind)}</span>{' '}
      {kind === 'over_owned' ? (
        t('ownersSum', { sum: String(check.value) })
      ) : kind === 'unsupported' ? (
        <>
          {t('gone', { count })} {first && name}
        </>
      ) : (
        first && (
          <>
            {t('other')} <CheckValue check={check} value={first.value} /> {name} {count > 1 && t('more', { count })}
          </>
        )
      )}
      {settled_at && (
        <span className="quiet">
          {' '}
          <OwnerName id={check.settled_by} /> {t('settledBy', { at: formatInstant(settled_at) })} {check.note}
        </span>
      )}
    </span>
  )
}

/** The fact's place on the record's page: owners have their own tab. */
export const tabOfFact = ({ kind, field }: FactCheck) =>
  kind === 'over_owned' ? { tab: 'ownership' } : { fact: field }

/** Shows the sources of a fact with their evidence, without leaving the list. */
function CheckMark({
  check: { noun, record_id: id, field, kind },
}: {
  check: FactCheck & { kind: Exclude<FactCheck['kind'], 'over_owned'> }
}) {
  const labelOf = useFieldLabels()
  const { open, dialog } = useFactDialog()
  return (
    <>
      <MarkButton
        name={labelOf(noun, field)}
        state={kind}
        origins={0}
        card={close => <ClaimCard of={{ noun, id }} field={field} onAct={closing(close, open)} />}
      />
      {dialog}
    </>
  )
}

function columnsOf(t: TranslateFn, labelOf: (noun: Entity, field: string) => string): Column<FactCheck>[] {
  return [
    {
      id: 'record',
      title: t('record'),
      cell: check => (
        <span className={cells.name}>
          <PageLink
            to={detailOf(check.noun)}
            params={{ id: check.record_id }}
            className={cells.nameText}
            title={check.title}
          >
            {check.title}
          </PageLink>
        </span>
      ),
      text: check => check.title,
      width: 420,
      minWidth: 120,
      isPinned: true,
      isAlwaysShown: true,
    },
    {
      id: 'field',
      title: t('field'),
      cell: check => (
        <PageLink to={detailOf(check.noun)} params={{ id: check.record_id }} search={tabOfFact(check)}>
          {check.kind === 'over_owned' ? t('owners') : labelOf(check.noun, check.field)}
        </PageLink>
      ),
      text: check => (check.kind === 'over_owned' ? t('owners') : labelOf(check.noun, check.field)),
      width: 140,
    },
    {
      id: 'value',
      title: t('value'),
      cell: check => (
        <span className="flex baseline gap-2 shrink">
          <span className="ellipsis">
            <CheckValue check={check} value={check.value} />
          </span>
          {check.kind !== 'over_owned' && <CheckMark check={{ ...check, kind: check.kind }} />}
        </span>
      ),
      // Other values than texts are drawn by their field; a date is as long as these figures.
      text: check => (typeof check.value === 'string' ? check.value : '2000-00-00'),
      // The mark of the sources.
      markWidth: 34,
      width: 260,
      minWidth: 100,
    },
    {
      id: 'happened',
      title: t('happened'),
      cell: check => <Happened check={check} />,
      width: 380,
      minWidth: 160,
      grows: true,
    },
    {
      id: 'since',
      title: t('since'),
      cell: check => <span className="quiet">{formatInstant(check.since)}</span>,
      widest: [instantText],
      width: 148,
      sort: 'since',
      sortsDownFirst: true,
      isNumber: true,
      align: 'end',
    },
  ]
}

export function useCheckColumns(): Column<FactCheck>[] {
  const t = useT(checkMessages)
  const labelOf = useFieldLabels()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend only on the language, like the texts.
  return useMemo(() => columnsOf(t, labelOf), [t])
}
