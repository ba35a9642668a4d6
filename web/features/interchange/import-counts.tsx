import { type Interchange, interchangeVerdicts } from '#contract/interchange.api.ts'
import { useT } from '#web/platform/i18n.ts'
import steps from '#web/ui/ingest/file-steps.module.css'
import { interchangeMessages } from './messages.ts'

/** The result of the dry run, kind by kind. */
export function ImportCounts({ current }: { current: Interchange }) {
  const t = useT(interchangeMessages)
  return (
    <table className={steps.table}>
      <thead>
        <tr>
          <th scope="col">{t('kind')}</th>
          {interchangeVerdicts.map(verdict => (
            <th key={verdict} scope="col" className={steps.number}>
              {t(verdict)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {current.counts.map(each => (
          <tr key={each.kind ?? ''}>
            <th scope="row">{t(each.kind ?? 'unreadable')}</th>
            {interchangeVerdicts.map(verdict => (
              <td
                key={verdict}
                className={verdict === 'wrong' && each.wrong > 0 ? `${steps.number} strong danger` : steps.number}
              >
                {each[verdict].toLocaleString()}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
