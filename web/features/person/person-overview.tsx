import type { ReactNode } from 'react'
import { type Person, personCard } from '#contract/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { RecordParts } from '#web/record/parts.tsx'
import { RecordSection } from '#web/record/record-page.tsx'
import { AccessSection, DescSection } from '#web/record/record-sections.tsx'
import { useLabels } from '#web/ui/card/labels.ts'
import { spanText } from '#web/ui/span.ts'
import { personPageMessages } from './page-messages.ts'
import { personKit } from './person-kit.ts'
import css from './person-page.module.css'

/** Who it is, organisations, what there is to know first, education, and who has access. */
export function PersonOverview({ person }: { person: Person }) {
  return (
    <>
      <DescSection desc={person.desc} sum={person.desc_sum} />
      <PersonOgs person={person} />
      <RecordParts place="first" noun={personKit.noun} id={person.id} />
      <PersonEducation person={person} />
      <AccessSection record={person} />
    </>
  )
}

function PersonOgs({ person: { memberships, og_names } }: { person: Person }) {
  const t = useT(personPageMessages)
  if (memberships.length === 0 && og_names.length === 0) return null
  return (
    <RecordSection title={t('ogs')}>
      {memberships.length > 0 && (
        <ul className={hasTimes(memberships) ? css.links : css.plainLinks}>
          {memberships.map(({ id, og_id, og_name, role, start_time, end_time }) => (
            <Row key={id} when={spanText(start_time, end_time)} sub={role}>
              <PageLink to="og_detail" params={{ id: og_id }}>
                {og_name}
              </PageLink>
            </Row>
          ))}
        </ul>
      )}
      {og_names.length > 0 && (
        <p className="above-4 quiet break">
          {t('unlinked')}: {og_names.join(' · ')}
        </p>
      )}
    </RecordSection>
  )
}

/** Without a single date there is no column for dates. */
function hasTimes(rows: readonly { start_time: string | null; end_time: string | null }[]): boolean {
  return rows.some(({ start_time, end_time }) => start_time !== null || end_time !== null)
}

function PersonEducation({ person: { education } }: { person: Person }) {
  const label = useLabels(personCard)
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

function Row({ when, sub, children }: { when: string | null; sub: string | null; children: ReactNode }) {
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
