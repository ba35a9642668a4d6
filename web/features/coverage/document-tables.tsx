import type { Coverage } from '#contract/coverage.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { RowTable } from '#web/ui/table/row-table.tsx'
import { coverageMessages } from './messages.ts'
import { Section } from './section.tsx'

type Texts = NonNullable<Coverage['mentions']>['kinds']

/** Texts of each kind, and how many of them were searched with the current names and words. */
export function TextTable({ kinds }: { kinds: Texts | undefined }) {
  const t = useT(coverageMessages)
  const locale = useLocale()
  if (!kinds || kinds.length === 0) return null
  return (
    <Section title={t('textsTitle')} text={t('textsText')}>
      <RowTable
        rows={kinds}
        rowId={({ kind }) => kind}
        columns={[
          { id: 'kind', title: t('kind'), cell: ({ kind }) => t(`kind_${kind}`) },
          { id: 'texts', title: t('texts'), isNumber: true, cell: ({ texts }) => texts.toLocaleString(locale) },
          { id: 'searched', title: t('searched'), isNumber: true, cell: row => row.searched.toLocaleString(locale) },
        ]}
      />
    </Section>
  )
}

/** Why documents could not be read. */
export function DocumentTable({ documents }: { documents: Coverage['documents'] }) {
  const t = useT(coverageMessages)
  const locale = useLocale()
  if (!documents || documents.reasons.length === 0) return null
  return (
    <Section title={t('reasonsTitle')}>
      <RowTable
        rows={documents.reasons}
        rowId={({ reason }) => reason}
        columns={[
          { id: 'reason', title: t('reason'), cell: ({ reason }) => t(`failure_${reason}`) },
          { id: 'count', title: t('count'), isNumber: true, cell: ({ count }) => count.toLocaleString(locale) },
        ]}
      />
    </Section>
  )
}
