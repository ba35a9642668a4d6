import type { ListCoverage } from '#contract/coverage.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { RowTable } from '#web/ui/table/row-table.tsx'
import { coverageMessages } from './messages.ts'
import { Section } from './section.tsx'

/**
 * Each active list: its version, the number of incomplete entries of its file, and the number of records screened
 * against it.
 */
export function ListTable({ lists }: { lists: readonly ListCoverage[] | undefined }) {
  const t = useT(coverageMessages)
  const locale = useLocale()
  if (!lists) return null
  const number = (value: number, isWrong = false) => (
    <span className={isWrong && value > 0 ? 'warning strong' : undefined}>{value.toLocaleString(locale)}</span>
  )
  return (
    <Section title={t('listsTitle')}>
      <RowTable
        rows={lists}
        rowId={({ id }) => id}
        empty={t('noLists')}
        isWide
        columns={[
          {
            id: 'list',
            title: t('list'),
            cell: ({ name, newer }) => (
              <div>
                <PageLink to="admin_list">{name}</PageLink>
                {newer && <div className="small warning">{t(`newer_${newer}`)}</div>}
              </div>
            ),
          },
          {
            id: 'version',
            title: t('version'),
            isNumber: true,
            cell: ({ version }) =>
              version === null ? <span className="warning">{t('noVersion')}</span> : number(version),
          },
          { id: 'loaded', title: t('loadedAt'), cell: ({ loaded_at }) => (loaded_at ? formatInstant(loaded_at) : '—') },
          { id: 'entries', title: t('entries'), isNumber: true, cell: ({ entries }) => number(entries) },
          { id: 'unreadable', title: t('unreadable'), isNumber: true, cell: row => number(row.unreadable, true) },
          { id: 'shortened', title: t('shortened'), isNumber: true, cell: row => number(row.shortened, true) },
          { id: 'left_out', title: t('leftOut'), isNumber: true, cell: row => number(row.left_out) },
          { id: 'compared', title: t('records'), isNumber: true, cell: ({ compared }) => number(compared) },
          { id: 'waiting', title: t('waiting'), isNumber: true, cell: ({ waiting }) => number(waiting) },
        ]}
      />
    </Section>
  )
}
