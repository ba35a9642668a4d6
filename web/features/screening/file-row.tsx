import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { isSameNameAlone, sameNameAlone } from '#contract/match-reason.ts'
import { getScreeningFileRow, type ScreeningFile, type ScreeningFileRowDetail } from '#contract/screening_file.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { schemaName } from '#web/ui/entity/property-names.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { EntryProperties } from './entry-properties.tsx'
import { byWeight, useSentence } from './feature-words.ts'
import css from './file.module.css'
import { fileMessages } from './file-messages.ts'
import page from './hit.module.css'
import { MatchScore } from './score.tsx'
import { Sides } from './sides.tsx'

type Props = { file: ScreeningFile; n: number; onClose: () => void }

/** One row with each of its hits: evidence, both sides, and all data of the list entry. */
export default function FileRowDrawer({ file, n, onClose }: Props) {
  const t = useT(fileMessages)
  const { data, error, refetch } = useQuery(
    endpointQuery(getScreeningFileRow, { params: { id: file.id, number: String(n) } }),
  )
  return (
    <Drawer
      open
      size={840}
      title={t('rowTitle', { n: n.toLocaleString('en-US') })}
      closable={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      {error && !data && (
        <Failure isWhole onRetry={() => void refetch()}>
          {errorText(error)}
        </Failure>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 10 }} />}
      {data && (
        <div className="stack gap-6">
          <header>
            <h2 className="break" dir="auto">
              {data.name || '—'}
            </h2>
            {data.fault && <p className="danger">{data.fault}</p>}
            {data.notes.map(note => (
              <p key={note} className="small warning">
                {note}
              </p>
            ))}
            {data.result === 'none' && <p className="quiet">{t('resultNone')}</p>}
            {data.hit_count > data.hits.length && (
              <p className="small quiet">{t('onlyFirst', { count: data.hit_count, shown: data.hits.length })}</p>
            )}
          </header>
          {data.hits.map((hit, at) => (
            <HitOf key={`${hit.list.id} ${hit.key}`} row={data} at={at} />
          ))}
          <section>
            <h3>{t('wholeRow')}</h3>
            <dl className={page.properties}>
              {data.cells.map((cell, at) =>
                cell === '' ? null : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position; names can repeat
                  <div key={at}>
                    <dt>{file.columns[at] ?? '—'}</dt>
                    <dd className="break" dir="auto">
                      {cell}
                    </dd>
                  </div>
                ),
              )}
            </dl>
          </section>
        </div>
      )}
    </Drawer>
  )
}

function HitOf({ row, at }: { row: ScreeningFileRowDetail; at: number }) {
  const t = useT(fileMessages)
  const sentence = useSentence('file')
  const locale = useLocale()
  const hit = row.hits[at]
  const entry = row.entries[at]
  if (!hit) return null
  const noun = hit.schema === 'Person' ? 'person' : 'og'
  return (
    <section className={css.hit} aria-label={hit.caption}>
      <div className="flex at-top gap-4">
        <MatchScore score={hit.score} />
        <div className="grow">
          <h3 className="break" dir="auto">
            {hit.caption}
          </h3>
          {isSameNameAlone(hit.schema, hit.features) && <p className="small warning">{sameNameAlone[locale]}</p>}
          <p className="small quiet break">
            {t('listVersion', { name: hit.list.name, n: String(hit.list.version) })} · {schemaName(hit.schema, locale)}{' '}
            · {hit.key}
          </p>
        </div>
      </div>
      <ul className={page.reasons}>
        {byWeight(hit.features).map(feature => (
          <li key={`${feature.code} ${feature.a} ${feature.b}`}>
            <span className={page.points} data-against={feature.points < 0 || undefined}>
              {feature.points < 0 ? '−' : '+'}
              {Math.abs(Math.round(feature.points * 100))}
            </span>
            <span className="break">{sentence(feature)}</span>
          </li>
        ))}
      </ul>
      {entry ? (
        <>
          <Sides
            hit={{ noun, party: row.party, entry_party: entry.party, features: hit.features }}
            ours={t('inFile')}
          />
          <EntryProperties entry={{ key: hit.key, properties: entry.properties }} />
        </>
      ) : (
        <p className="quiet">{t('listGone')}</p>
      )}
    </section>
  )
}
