import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { ArrowLeft } from 'lucide-react'
import type { Screening, ScreeningDetail } from '#contract/screening.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, useGo } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { detailOf } from '#web/record/record-address.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { CertificateButton } from './certificate-button.tsx'
import { DecideBar } from './decide-bar.tsx'
import { EntryProperties } from './entry-properties.tsx'
import { byWeight, useSentence } from './feature-words.ts'
import css from './hit.module.css'
import { hitOptions } from './hit-calls.ts'
import { screeningMessages } from './messages.ts'
import { nameOf } from './queue-config.ts'
import { MatchScore } from './score.tsx'
import { type SideField, sideFields, useSideText } from './side-fields.ts'
import { Sides } from './sides.tsx'

/** The current pair: the record, the evidence, both sides, and the decision. */
type Props = { hit: Screening; others: readonly Screening[]; onChoose: (id: number) => void; onBack?: () => void }

export function Hit({ hit, others, onChoose, onBack }: Props) {
  const t = useT(screeningMessages)
  const go = useGo()
  const { data, error, refetch } = useQuery(hitOptions(hit.id))
  useShortcut('o', t('keyOpen'), () => go(detailOf(hit.noun), { params: { id: hit.record.id } }))
  return (
    <section className={css.hit} aria-label={nameOf(hit)}>
      <div className={css.hitBody} data-scroller>
        {onBack && (
          <Button type="text" className={css.back} icon={<ArrowLeft size={16} aria-hidden />} onClick={onBack}>
            {t('back')}
          </Button>
        )}
        {others.length > 1 && <HitsOf hits={others} current={hit.id} onChoose={onChoose} />}
        <Head hit={hit} />
        {error && !data && (
          <Failure isWhole onRetry={() => void refetch()}>
            {errorText(error)}
          </Failure>
        )}
        {!data && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} aria-label={t('loading')} />}
        {data && <Body hit={data} />}
      </div>
      {data && <DecideBar key={`${data.id} ${data.rev}`} hit={data} />}
    </section>
  )
}

/** The hits of one record: the record is opened once and its hits are chosen here. */
function HitsOf({
  hits,
  current,
  onChoose,
}: {
  hits: readonly Screening[]
  current: number
  onChoose: (id: number) => void
}) {
  const t = useT(screeningMessages)
  const label = t('ofRecord', { count: hits.length })
  return (
    <nav aria-label={label}>
      <p className="small quiet">{label}</p>
      <ul className={css.others}>
        {hits.map(hit => (
          <li key={hit.id}>
            <button
              type="button"
              className={css.other}
              aria-current={hit.id === current || undefined}
              onClick={() => onChoose(hit.id)}
            >
              <MatchScore score={hit.score} />
              <span className="ellipsis" title={hit.caption}>
                {hit.caption}
              </span>
              <span className="small quiet ellipsis" title={hit.list.name}>
                {hit.list.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Head({ hit }: { hit: Screening }) {
  const t = useT(screeningMessages)
  return (
    <header className={css.head}>
      <MatchScore score={hit.score} />
      <div className="grow">
        <h2 className="break">
          <PageLink to={detailOf(hit.noun)} params={{ id: hit.record.id }}>
            {hit.record.name}
          </PageLink>
        </h2>
        <p className="break">
          {hit.caption}{' '}
          <span className="small quiet">
            {t('entryOn', { list: hit.list.name })} · {t(`kind_${hit.list.kind}`)}
          </span>
          {hit.restriction === 'partial' && <span className="small warning"> · {t('partial')}</span>}
          {hit.is_gone && <span className="small warning"> · {t(hit.is_in_force ? 'notNear' : 'gone')}</span>}
        </p>
      </div>
      <CertificateButton of="record" body={{ noun: hit.noun, id: hit.record.id }} />
    </header>
  )
}

function Body({ hit }: { hit: ScreeningDetail }) {
  const t = useT(screeningMessages)
  const sentence = useSentence('record')
  return (
    <>
      <Reopened hit={hit} />
      <section>
        <h3>{t('reasons')}</h3>
        <ul className={css.reasons}>
          {byWeight(hit.features).map(feature => (
            <li key={`${feature.code} ${feature.a} ${feature.b}`}>
              <span className={css.points} data-against={feature.points < 0 || undefined}>
                {feature.points < 0 ? '−' : '+'}
                {Math.abs(Math.round(feature.points * 100))}
              </span>
              <span className="break">{sentence(feature)}</span>
            </li>
          ))}
        </ul>
      </section>
      <Sides hit={hit} />
      <EntryProperties entry={hit.entry} />
    </>
  )
}

/** Explains why a decided pair was reopened: the side and the field that changed, and its former value. */
function Reopened({ hit }: { hit: ScreeningDetail }) {
  const t = useT(screeningMessages)
  const { label, texts } = useSideText(hit.noun)
  if (hit.reopened.length === 0) return null
  const changes = hit.reopened.flatMap(each => {
    const [side, name] = each.split('.')
    const field = sideFields.find(known => known === name)
    return field ? [{ key: each, isOurs: side === 'record', field }] : []
  })
  const before = (isOurs: boolean, field: SideField) => {
    const party = isOurs ? hit.decided?.party : hit.decided?.entry_party
    return party && (texts(party, field).join(t('comma')) || t('nothingThere'))
  }
  const nameOf = ({ isOurs, field }: (typeof changes)[number]) =>
    t('changedOf', { field: label(field), side: t(isOurs ? 'record' : 'entry') })
  const fields = changes.map(nameOf).join(t('comma'))
  return (
    <aside className={css.again}>
      <p>{t('changedSince', { state: t(hit.decided_state ?? 'unsure'), fields })}</p>
      <ul className="small quiet">
        {changes.map(change => {
          const was = before(change.isOurs, change.field)
          return (
            <li key={change.key} className="break">
              {nameOf(change)} – {t('was', { before: was ?? t('nothingThere') })}
            </li>
          )
        })}
      </ul>
    </aside>
  )
}
