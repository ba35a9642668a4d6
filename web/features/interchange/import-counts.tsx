import { type Interchange, interchangeVerdicts } from '#contract/interchange.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './interchange.module.css'
import { interchangeMessages } from './messages.ts'

/** What the dry run found, kind by kind. */
export function ImportCounts({ current }: { current: Interchange }) {
  const t = useT(interchangeMessages)
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('kind')}</th>
          {interchangeVerdicts.map(verdict => (
            <th key={verdict} scope="col" className={css.number}>
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
              <td key={verdict} className={verdict === 'wrong' && each.wrong > 0 ? css.bad : css.number}>
                {each[verdict].toLocaleString()}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
