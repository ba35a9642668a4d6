import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { PartyEntity } from '#contract/registry.ts'
import { editors } from '#contract/role.ts'
import { listScreenings, type Screening } from '#contract/screening.api.ts'
import { ScreeningCoverageLine } from '#web/features/coverage/coverage.tsx'
import { formatDay } from '#web/platform/clock.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { screeningMessages } from './messages.ts'
import css from './screening.module.css'

const waiting: Screening['state'][] = ['open', 'proposed', 'unsure']
const enough = 50

/** Banner on a record's page: undecided hits, and the lists that the record is on. */
export default function ScreeningBanner({ noun, id }: { noun: PartyEntity; id: number }) {
  const t = useT(screeningMessages)
  const role = useRole()
  const query = { noun, record_id: String(id), state: [...waiting, 'same'] as Screening['state'][], pageSize: enough }
  const { data, isLoading } = useQuery({
    ...endpointQuery(listScreenings, { query }),
    enabled: role !== null && editors.includes(role),
  })
  // As high as the line of coverage, which nearly every record has.
  if (!data) return isLoading ? <p className={`small ${css.coverage}`}>&nbsp;</p> : null
  const open = data.items.filter(({ state, is_gone }) => waiting.includes(state) && !(state === 'open' && is_gone))
  const lapsed = data.items.filter(({ state, decided_state }) => state === 'open' && decided_state === 'same')
  const same = data.items.filter(({ state }) => state === 'same')
  return (
    <>
      {same.map(hit => (
        <Line key={hit.id} noun={noun} id={id} tab="same">
          {hit.is_in_force
            ? [
                t('bannerSame', { list: hit.list.name, at: formatDay(hit.decided_at ?? hit.found_at) }),
                ...countsFor(hit, t),
              ].join(' · ')
            : t('bannerSameGone', { list: hit.list.name })}
        </Line>
      ))}
      {lapsed.map(hit => (
        <Line key={hit.id} noun={noun} id={id} tab="open">
          {[t('bannerLapsed', { list: hit.list.name }), ...countsFor(hit, t)].join(' · ')}
        </Line>
      ))}
      <ScreeningCoverageLine
        record={{ noun, id }}
        hasHits={data.items.length > 0}
        isReserved
        className={css.coverage ?? ''}
      />
      {open.length > 0 && (
        <Line noun={noun} id={id} tab={open[0]?.state ?? 'open'}>
          {t('bannerOpen', { count: open.length + data.total - data.items.length })}
        </Line>
      )}
    </>
  )
}

/** The restrictions by an entry that was decided "same", as long as its list contains it. */
function countsFor(
  { is_in_force, restriction }: Screening,
  t: Translate<(typeof screeningMessages)['zh-CN']>,
): string[] {
  if (!is_in_force) return []
  return [
    ...(restriction === 'partial' ? [t('partial')] : []),
    ...(restriction === 'blocking' ? [t('countsSanctioned')] : []),
  ]
}

type LineProps = { noun: PartyEntity; id: number; tab: Screening['state']; children: string }

function Line({ noun, id, tab, children }: LineProps) {
  const t = useT(screeningMessages)
  const search = { noun, record_id: String(id), ...(tab !== 'open' && { tab }) }
  return (
    <aside className={css.banner} aria-label={t('title')}>
      <ShieldAlert size={16} aria-hidden />
      <span className="grow ellipsis">{children}</span>
      <PageLink to="admin_screening" search={search}>
        {t(tab === 'same' ? 'show' : 'decide')}
      </PageLink>
    </aside>
  )
}
