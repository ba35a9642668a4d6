import { Button } from 'antd'
import { lazy, type ReactNode, useState } from 'react'
import { type Person, personSchema } from '#contract/person.api.ts'
import { editors } from '#contract/role.ts'
import type { OgRef } from '#contract/wire.ts'
import { LinkMark, useLinkSupports } from '#web/features/claim/claim.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { FactMarks, RecordParts } from '#web/record/parts.tsx'
import { RecordSection } from '#web/record/record-page.tsx'
import { AccessSection, DescSection } from '#web/record/record-sections.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useLabels } from '#web/ui/schema/labels.ts'
import { spanText } from '#web/ui/span.ts'
import { personPageMessages } from './page-messages.ts'
import { personConfig } from './person-config.ts'
import css from './person-page.module.css'

const OgNames = lazy(() => import('./og-names.tsx'))

/** Description, organisations, main facts, education and access. */
export function PersonOverview({ person }: { person: Person }) {
  return (
    <>
      <DescSection
        desc={person.desc}
        mark={<FactMarks noun={personConfig.noun} id={person.id} field="desc" />}
        sum={person.desc_sum}
      />
      <PersonOgs person={person} />
      <RecordParts place="first" noun={personConfig.noun} id={person.id} />
      <PersonEducation person={person} />
      <AccessSection record={person} />
    </>
  )
}

function PersonOgs({ person: { id, memberships, og_names, can } }: { person: Person }) {
  const t = useT(personPageMessages)
  const supports = useLinkSupports(
    'membership',
    memberships.map(each => each.id),
  )
  if (memberships.length === 0 && og_names.length === 0) return null
  return (
    <RecordSection title={t('ogs')}>
      {memberships.length > 0 && (
        <ul className={hasTimes(memberships) ? css.links : css.plainLinks}>
          {memberships.map(
            ({ id, og_id, og_name, og_eng_name, role, start_time, end_time, area, term, on_behalf_of }) => (
              <Row
                key={id}
                when={spanText(start_time, end_time)}
                sub={[role, area, term].filter(Boolean).join(' · ')}
                party={on_behalf_of}
                mark={
                  <LinkMark
                    link={{
                      noun: 'membership',
                      id,
                      name: t('linkWith', { name: displayName({ name: og_name, eng_name: og_eng_name }) }),
                      values: { role, area, term, start_time, end_time },
                      mayWrite: can.includes('update'),
                    }}
                    support={supports?.get(id)}
                  />
                }
              >
                <PageLink
                  to="og_detail"
                  params={{ id: og_id }}
                  className="lines"
                  title={displayName({ name: og_name, eng_name: og_eng_name })}
                >
                  {displayName({ name: og_name, eng_name: og_eng_name })}
                </PageLink>
              </Row>
            ),
          )}
        </ul>
      )}
      {og_names.length > 0 && <Unlinked personId={id} names={og_names} />}
    </RecordSection>
  )
}

/** Organisations that are only names so far; a link leads editors to their linking. */
function Unlinked({ personId, names }: { personId: number; names: readonly string[] }) {
  const t = useT(personPageMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className="row wrap gap-3 above-4">
        <span className="small quiet">{t('unlinked')}</span>
        {names.map(name => (
          <span key={name} className={css.ogName} title={name}>
            {name}
          </span>
        ))}
        <Permitted roles={editors}>
          <Button type="link" size="small" onClick={() => setIsOpen(true)}>
            {t('linkNames')}
          </Button>
        </Permitted>
      </div>
      <LazyDialog>{isOpen && <OgNames personId={personId} onClose={() => setIsOpen(false)} />}</LazyDialog>
    </>
  )
}

/** Without any date, the column of dates is left out. */
function hasTimes(rows: readonly { start_time: string | null; end_time: string | null }[]): boolean {
  return rows.some(({ start_time, end_time }) => start_time !== null || end_time !== null)
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

type RowProps = {
  when: string | null
  sub: string | null
  party?: OgRef | null
  mark?: ReactNode
  children: ReactNode
}

function Row({ when, sub, party, mark, children }: RowProps) {
  const t = useT(personPageMessages)
  return (
    <li>
      <span className={css.when}>{when ?? '—'}</span>
      <span className={css.what}>
        {children}
        {sub && <span className="quiet">· {sub}</span>}
        {party && (
          <span className="quiet">
            ·{' '}
            <PageLink to="og_detail" params={{ id: party.id }} title={displayName(party)}>
              {t('for', { name: displayName(party) })}
            </PageLink>
          </span>
        )}
        {mark}
      </span>
    </li>
  )
}
