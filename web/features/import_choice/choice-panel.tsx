import { useQuery } from '@tanstack/react-query'
import { countImportChoices } from '#contract/import_choice.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import steps from '#web/ui/ingest/file-steps.module.css'
import { choiceMessages } from './messages.ts'

/** Either the import of a table, or that of a data exchange file. */
export type ChoiceImport = { import: number } | { interchange: number }
export const asQuery = (of: ChoiceImport) =>
  'import' in of ? { import: String(of.import) } : { interchange: String(of.interchange) }

/** In a dry run: the number of values that conflict with other sources, their outcome, and a link to decide on them. */
export function ChoicePanel({ of, onLeave }: { of: ChoiceImport; onLeave: () => void }) {
  const t = useT(choiceMessages)
  const { data } = useQuery(endpointQuery(countImportChoices, { query: asQuery(of) }))
  if (!data || data.total === 0) return null
  const { total: count, records } = data
  const [keep, take] = [data.keep.toLocaleString(), data.take.toLocaleString()]
  return (
    <section className="below-5">
      <h3 className={steps.heading}>{t('title')}</h3>
      <p>{t('panel', { count, records, keep, take })}</p>
      <p className="above-3">
        <PageLink to="import_choice" search={asQuery(of)} onClick={onLeave}>
          {t('review')}
        </PageLink>
      </p>
    </section>
  )
}
