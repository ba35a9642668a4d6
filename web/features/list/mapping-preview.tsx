import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { lookAtListVersion } from '#contract/list.api.ts'
import type { ListMapping } from '#contract/list-mapping.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { schemaName } from '#web/ui/entity/property-names.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { EntryDetails } from './entry-says.tsx'
import css from './list.module.css'
import { sanctionListMessages } from './messages.ts'

type Props = { params: { id: number; n: number }; mapping: ListMapping | null }

/** A preview of the first rows with this mapping; nothing is stored. */
export function MappingPreview({ params, mapping }: Props) {
  const t = useT(sanctionListMessages)
  const locale = useLocale()
  const { data, error } = useQuery({
    ...endpointQuery(lookAtListVersion, { params, body: mapping ?? { columns: [], kind: null } }),
    enabled: mapping !== null,
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-live="polite">
      <h3 className="below-2">{t('lookTitle')}</h3>
      {!mapping && <p className="quiet">{t('lookNone')}</p>}
      {mapping && error && (
        <Failure>
          {t('lookFailed')} {errorText(error)}
        </Failure>
      )}
      {mapping && !data && !error && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {mapping && data && !error && (
        <ol className={css.look}>
          {data.rows.map(({ entry, fault }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position in the file
            <li key={at} className={css.looked}>
              {entry && (
                <div className="break">
                  <span className="strong">{entry.caption}</span>{' '}
                  <span className="small quiet">{schemaName(entry.schema, locale)}</span>
                  <EntryDetails properties={entry.properties} isShort />
                </div>
              )}
              {fault && (
                <div className={`small break ${entry ? 'warning' : 'danger'}`}>
                  {!entry && `${t('asidePlace', { n: String(at + 2) })} – `}
                  {fault}
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
