import type { CoverageCheck } from '#contract/coverage.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { RowTable } from '#web/ui/table/row-table.tsx'
import { coverageMessages } from './messages.ts'
import { Section } from './section.tsx'

/** Examples of differences that the nightly check found; renders nothing if there were none. */
export function CheckTable({ checks }: { checks: readonly CoverageCheck[] }) {
  const t = useT(coverageMessages)
  const rows = checks.flatMap(({ part, examples }) => examples.map(example => ({ part, ...example })))
  if (rows.length === 0) return null
  return (
    <Section title={t('checksTitle')} text={t('checksText')}>
      <RowTable
        rows={rows}
        rowId={({ part, key }) => `${part} ${key}`}
        columns={[
          { id: 'part', title: t('part'), cell: ({ part }) => t(`part_${part}`) },
          { id: 'key', title: '#', cell: ({ key }) => <code>{key}</code> },
          {
            id: 'detail',
            title: t('reason'),
            cell: ({ fault, of }) => <span className="break">{t(`fault_${fault}`, { of: of ?? '' })}</span>,
          },
        ]}
      />
    </Section>
  )
}
