import type { SiteCoverage } from '#contract/coverage.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { RowTable } from '#web/ui/table/row-table.tsx'
import { coverageMessages } from './messages.ts'
import { Section } from './section.tsx'

/** Watched sites, the largest delay first. */
export function SiteTable({ sites }: { sites: readonly SiteCoverage[] | undefined }) {
  const t = useT(coverageMessages)
  if (!sites) return null
  return (
    <Section title={t('sitesTitle')}>
      <RowTable
        rows={sites}
        rowId={({ og }) => og.id}
        empty={t('noSites')}
        pageSize={10}
        isWide
        columns={[
          {
            id: 'site',
            title: t('site'),
            cell: ({ og }) => (
              <PageLink to="og_detail" params={{ id: og.id }}>
                {displayName(og)}
              </PageLink>
            ),
          },
          {
            id: 'round',
            title: t('round'),
            cell: ({ round, state }) =>
              round === null || state === null ? (
                <span className="warning">{t('roundNone')}</span>
              ) : (
                <span className={state === 'complete' ? undefined : 'warning'}>{t(`round_${state}`, { round })}</span>
              ),
          },
          { id: 'ended', title: t('endedAt'), cell: ({ ended_at }) => (ended_at ? formatInstant(ended_at) : '—') },
          {
            id: 'read',
            title: t('pagesRead'),
            isNumber: true,
            cell: ({ read, pages, not_due }) => (
              <>
                {t('ofAll', { read, pages: pages - not_due })}
                {not_due > 0 && <div className="small quiet">{t('notDue', { count: not_due })}</div>}
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}
