import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { Og } from '#contract/og.api.ts'
import type { Overview } from '#contract/overview.api.ts'
import type { Person } from '#contract/person.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { shareText } from '#contract/share.ts'
import { firstChar } from '#contract/text.ts'
import { FactClause, queryRecord } from '#web/features/claim/claim.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { useSanctionStatus } from '#web/features/standing/standing.ts'
import { yearsBetween } from '#web/platform/age.ts'
import { formatDay, formatInstant, now } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { detailOf } from '#web/record/record-address.ts'
import { useOverview } from '#web/record/use-overview.ts'
import { useDangerLevelName } from '#web/ui/danger-level.tsx'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { dossierMessages } from './dossier-messages.ts'
import css from './overview.module.css'
import { overviewCalls } from './overview-calls.ts'
import { TabLink } from './overview-section.tsx'

/** `text`: its words, if they can begin the sentence. */
type Clause = { key: string; text?: string; node: ReactNode | ((text: string) => ReactNode) }
type Of = { noun: PartyEntity; id: number }

/**
 * Three sentences at the top of a record: its identity, the reason why it is watched, and the changes since the user's
 * last visit. A clause without its fact is left out; a sentence without clauses too.
 */
export default function Dossier({ noun, id }: Of) {
  const t = useT(dossierMessages)
  const { data: record } = useQuery(queryRecord(noun, id))
  const { data: overview } = useOverview(overviewCalls[noun], id)
  if (!record) return null
  return (
    <section className={css.dossier} aria-label={t('summary')}>
      {noun === 'og' ? (
        <OgIdentity og={record as Og} overview={overview} />
      ) : (
        <PersonIdentity person={record as Person} />
      )}
      {overview && (
        <>
          {noun === 'og' ? (
            <OgReason og={record as Og} overview={overview} />
          ) : (
            <PersonReason person={record as Person} overview={overview} />
          )}
          <News noun={noun} id={id} overview={overview} />
        </>
      )}
    </section>
  )
}

const capital = (text: string) => firstChar(text).toLocaleUpperCase() + text.slice(firstChar(text).length)

/** Clauses as one sentence. */
function Sentence({
  clauses,
  lead,
  isNew = false,
}: {
  clauses: readonly (Clause | false | null | undefined | '')[]
  lead?: string
  isNew?: boolean
}) {
  const t = useT(dossierMessages)
  const known = clauses.filter(clause => !!clause)
  if (known.length === 0) return null
  return (
    <p data-new={isNew || undefined}>
      {lead}
      {known.map(({ key, text = '', node }, index) => (
        <Fragment key={key}>
          {index > 0 && t('and')}
          {typeof node === 'function' ? node(index === 0 && lead === undefined ? capital(text) : text) : node}
        </Fragment>
      ))}
      {t('end')}
    </p>
  )
}

/** Makes clauses about fields of one record. */
const clauseMaker =
  ({ noun, id }: Of) =>
  (field: string, text: string): Clause => ({
    key: field,
    text,
    node: words => (
      <FactClause noun={noun} id={id} field={field}>
        {words}
      </FactClause>
    ),
  })

function OgIdentity({ og, overview }: { og: Og; overview: Overview | undefined }) {
  const t = useT(dossierMessages)
  const region = useRegionName()
  const categories = useChosenItems(ogCateSource, og.category_id === null ? [] : [og.category_id])
  const category = og.category_id === null ? undefined : categories?.get(og.category_id)?.label
  const clause = clauseMaker({ noun: 'og', id: og.id })
  const owner = overview?.stated.find(
    link => link.og.id === og.id && link.end_time === null && (link.type === 'owns' || link.type === 'controls'),
  )
  return (
    <Sentence
      clauses={[
        og.legal_form
          ? clause('legal_form', og.legal_form)
          : category !== undefined && clause('category_id', t('form', { form: category })),
        og.region && clause('region', t('seat', { region: region(og.region) })),
        og.register_time && clause('register_time', t('founded', { date: og.register_time })),
        og.scale && clause('scale', t('size', { scale: og.scale })),
        owner && { key: 'owner', node: <Owner link={owner} /> },
      ]}
    />
  )
}

function Owner({ link: { type, from, og, share_min: min, share_max: max } }: { link: Overview['stated'][number] }) {
  const t = useT(dossierMessages)
  const share =
    min !== null && max !== null
      ? t('ownedShare', { share: shareText({ min, max }) })
      : t(type === 'owns' ? 'owns' : 'controls')
  return (
    <>
      <PageLink to={detailOf(from.noun)} params={{ id: from.id }}>
        {displayName(from)}
      </PageLink>{' '}
      <TabLink of={{ noun: 'og', id: og.id }} tab="ownership">
        {share}
      </TabLink>
    </>
  )
}

function PersonIdentity({ person }: { person: Person }) {
  const t = useT(dossierMessages)
  const region = useRegionName()
  const clause = clauseMaker({ noun: 'person', id: person.id })
  const { birth_time: birth, death_time: death } = person
  const age = birth && !death ? yearsBetween(birth, formatDay(now())) : null
  return (
    <Sentence
      clauses={[
        person.position && clause('position', person.position),
        person.region && clause('region', t('citizen', { region: region(person.region) })),
        age && clause('birth_time', t(age.isExact ? 'age' : 'ageAbout', { age: age.years })),
        death && clause('death_time', t('died', { date: death })),
      ]}
    />
  )
}

/** The assessment's author and date, its event, and open hits. */
function useReasons(of: Of, { reasons }: Overview, field: string): (Clause | false | undefined)[] {
  const t = useT(dossierMessages)
  const open = useSanctionStatus(of.noun, of.id)?.open ?? 0
  const judged = reasons.judged.find(one => one.field === field)
  const [event] = reasons.events
  return [
    judged && {
      key: 'judged',
      node: (
        <TabLink of={of} tab="history">
          {judged.username
            ? t('setBy', { name: judged.username, at: formatInstant(judged.at).slice(0, 10) })
            : t('setOn', { at: formatInstant(judged.at).slice(0, 10) })}
        </TabLink>
      ),
    },
    event && {
      key: 'event',
      node: (
        <>
          {t('because')}{' '}
          <PageLink to="event_detail" params={{ id: event.id }}>
            {event.title}
          </PageLink>
          {event.start_time && t('eventOn', { date: event.start_time.slice(0, 10) })}
        </>
      ),
    },
    open > 0 && {
      key: 'hits',
      node: (
        <PageLink to="admin_screening" search={{ noun: of.noun, record_id: String(of.id) }} className="warning">
          {t('hits', { count: open })}
        </PageLink>
      ),
    },
  ]
}

function OgReason({ og, overview }: { og: Og; overview: Overview }) {
  const t = useT(dossierMessages)
  const name = useDangerLevelName()
  const reasons = useReasons({ noun: 'og', id: og.id }, overview, 'danger_level')
  const isRated = og.danger_level !== '待定'
  const level = isRated && {
    key: 'level',
    node: (
      <FactClause noun="og" id={og.id} field="danger_level">
        {t('level', { level: name(og.danger_level) })}
      </FactClause>
    ),
  }
  // Without a level, only open hits are a reason to watch.
  return <Sentence clauses={isRated ? [level, ...reasons] : reasons.filter(one => one && one.key === 'hits')} />
}

function PersonReason({ person, overview }: { person: Person; overview: Overview }) {
  const t = useT(dossierMessages)
  const clause = clauseMaker({ noun: 'person', id: person.id })
  const reasons = useReasons({ noun: 'person', id: person.id }, overview, person.is_focus ? 'is_focus' : 'score')
  const isWatched = person.is_focus || person.score > 0
  return (
    <Sentence
      clauses={[
        person.is_focus && clause('is_focus', t('focusPerson')),
        person.score > 0 && clause('score', t('score', { score: person.score })),
        ...(isWatched ? reasons : reasons.filter(one => one && one.key === 'hits')),
      ]}
    />
  )
}

/** Counting stops here: there might be more. */
const countedUpTo = 20

function News({ noun, id, overview: { since, changes, added } }: Of & { overview: Overview }) {
  const t = useT(dossierMessages)
  if (since === null) return null
  const many = (count: number) => ({ count, plus: count < countedUpTo ? '' : '+' })
  const of = { noun, id }
  const tab = (key: string, to: string, text: string): Clause => ({
    key,
    node: (
      <TabLink of={of} tab={to}>
        {text}
      </TabLink>
    ),
  })
  return (
    <Sentence
      isNew
      lead={t('since', { time: formatInstant(since) })}
      clauses={[
        added.diffs > 0 && {
          key: 'diffs',
          node: (
            <PageLink to="admin_diff" search={{ og_id: id }}>
              {t('newDiffs', many(added.diffs))}
            </PageLink>
          ),
        },
        added.events > 0 && tab('events', 'events', t('newEvents', many(added.events))),
        added.reports > 0 && tab('reports', 'reports', t('newReports', many(added.reports))),
        added.uploads > 0 && tab('uploads', 'uploads', t('newUploads', many(added.uploads))),
        changes > 0 && tab('history', 'history', t(changes < countedUpTo ? 'edits' : 'manyEdits', { count: changes })),
      ]}
    />
  )
}
