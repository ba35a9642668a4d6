import type { ReactNode } from 'react'
import { type Person, personSchema } from '#contract/person.api.ts'
import { FactMarks, RecordParts } from '#web/record/parts.tsx'
import { OverviewColumns, RecordSection } from '#web/record/record-page.tsx'
import { AccessSection, DescSection } from '#web/record/record-sections.tsx'
import { useLabels } from '#web/ui/schema/labels.ts'
import { spanText } from '#web/ui/span.ts'
import { personConfig } from './person-config.ts'
import { PersonMemberships } from './person-memberships.tsx'
import css from './person-page.module.css'

/** Description, latest changes, organisations, education and access. */
export function PersonOverview({ person }: { person: Person }) {
  return (
    <OverviewColumns>
      <DescSection
        desc={person.desc}
        mark={<FactMarks noun={personConfig.noun} id={person.id} field="desc" />}
        sum={person.desc_sum}
      />
      <RecordParts place="first" noun={personConfig.noun} id={person.id} />
      <PersonMemberships person={person} />
      <PersonEducation person={person} />
      <AccessSection record={person} />
    </OverviewColumns>
  )
}

function PersonEducation({ person: { education } }: { person: Person }) {
  const label = useLabels(personSchema)
  if (education.length === 0) return null
  return (
    <RecordSection title={label('education')}>
      <ul className={css.links}>
        {education.map(({ school, degree, from, to }) => (
          <Row key={[school, degree, from, to].join('|')} when={spanText(from, to)} sub={degree}>
            {school}
          </Row>
        ))}
      </ul>
    </RecordSection>
  )
}

type RowProps = { when: string | null; sub: string | null; children: ReactNode }

function Row({ when, sub, children }: RowProps) {
  return (
    <li>
      <span className={css.when}>{when ?? '—'}</span>
      <span className={css.what}>
        {children}
        {sub && <span className="quiet">· {sub}</span>}
      </span>
    </li>
  )
}
