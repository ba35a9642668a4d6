import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Person } from '#contract/person.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, usePage } from '#web/platform/page.tsx'
import { recordMessages } from '#web/record/messages.ts'
import { FactMarks } from '#web/record/parts.tsx'
import { RecordById } from '#web/record/record-by-id.tsx'
import { RecordHistory, useRecordHistory } from '#web/record/record-history.tsx'
import { RecordShell } from '#web/record/record-shell.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { personPageMessages } from './page-messages.ts'
import { PersonForm } from './person.ts'
import { personConfig } from './person-config.ts'
import { usePersonFacts } from './person-facts.tsx'
import { linkedIdsOf, usePersonFormatters } from './person-formatters.tsx'
import { PersonOverview } from './person-overview.tsx'
import css from './person-page.module.css'
import { personHistoryValues } from './person-values.ts'

export default function PersonPage() {
  const id = Number(usePage().params.id)
  return (
    <RecordById config={personConfig} id={id}>
      {person => <PersonRecord person={person} />}
    </RecordById>
  )
}

function PersonRecord({ person }: { person: Person }) {
  const tRecord = useT(recordMessages)
  const formatters = usePersonFormatters(linkedIdsOf(person, []))
  const facts = usePersonFacts(person, formatters)
  return (
    <RecordShell
      config={personConfig}
      record={person}
      icon={<Avatar name={person.name} src={person.icon} size={32} />}
      subtitle={person.position}
      named={{ title: 'name', subtitle: 'position' }}
      marks={<PersonMarks person={person} regionName={person.region && formatters.region.show(person.region)} />}
      form={close => <PersonForm person={person} onClose={close} />}
      facts={facts}
      first={[{ key: 'overview', label: tRecord('overview'), content: <PersonOverview person={person} /> }]}
      last={[
        { key: 'history', label: tRecord('history'), count: 'history', content: <PersonHistory person={person} /> },
      ]}
    />
  )
}

/** Mounted when its tab is first opened, so the request is sent then. */
function PersonHistory({ person }: { person: Person }) {
  const { historyQuery, entries } = useRecordHistory(personConfig, person.id)
  const formatters = usePersonFormatters(linkedIdsOf(person, entries))
  const now = { present: personHistoryValues(person) }
  return (
    <RecordHistory
      config={personConfig}
      record={person}
      historyQuery={historyQuery}
      formatters={formatters}
      now={now}
    />
  )
}

function PersonMarks({ person, regionName }: { person: Person; regionName: ReactNode }) {
  const t = useT(personPageMessages)
  const tRecord = useT(recordMessages)
  return (
    <>
      {person.is_focus && (
        <PageLink to="person" className={css.focus}>
          <Star size={14} fill="currentColor" aria-hidden />
          {t('focusPerson')}
        </PageLink>
      )}
      {person.region && (
        <span>
          <PageLink to="person" search={{ region: person.region, is_focus: 'any' }}>
            {regionName}
          </PageLink>{' '}
          <FactMarks noun={personConfig.noun} id={person.id} field="region" />
        </span>
      )}
      {person.is_demo && <span>{tRecord('demo')}</span>}
    </>
  )
}
