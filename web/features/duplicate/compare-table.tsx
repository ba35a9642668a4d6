import type { MergeEntity } from '#contract/duplicate.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { detailOf } from '#web/record/place.ts'
import { isSame } from '#web/ui/form/compare.ts'
import { isBlank } from '#web/ui/look.ts'
import css from './duplicate.module.css'
import { duplicateMessages } from './messages.ts'
import { type AnyRecord, fieldsOf, nameOf, useFormatters } from './records.ts'

type Props = { noun: MergeEntity; a: AnyRecord; b: AnyRecord; isOnlyDifferences: boolean }

/** Compares records field by field; fields that are empty in both are left out, contradictions are marked. */
export function CompareTable({ noun, a, b, isOnlyDifferences }: Props) {
  const t = useT(duplicateMessages)
  const looks = useFormatters(noun, [a, b])
  const rows = fieldsOf(noun)
    .map(field => ({ field, isEqual: isSame(a[field], b[field]), isNothing: isBlank(a[field]) && isBlank(b[field]) }))
    .filter(({ isEqual, isNothing }) => !isNothing && !(isOnlyDifferences && isEqual))
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          {[a, b].map(record => (
            <th key={record.id} scope="col">
              <PageLink to={detailOf(noun)} params={{ id: record.id }}>
                {nameOf(noun, record)}
              </PageLink>{' '}
              <span className="small mono faint">#{record.id}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, isEqual }) => (
          <tr key={field} data-differs={!isEqual && !isBlank(a[field]) && !isBlank(b[field])}>
            <th scope="row">
              {looks[field]?.label ?? field}
              <span className="visually-hidden"> {t(isEqual ? 'equal' : 'differs')}</span>
            </th>
            {[a, b].map(record => (
              <td key={record.id}>
                {isBlank(record[field]) ? (
                  <span className="faint">{t('nothingThere')}</span>
                ) : (
                  (looks[field]?.show(record[field]) ?? String(record[field]))
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
