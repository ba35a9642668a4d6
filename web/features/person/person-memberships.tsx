import { Button } from 'antd'
import { lazy, type ReactNode, useState } from 'react'
import type { Person } from '#contract/person.api.ts'
import { editors } from '#contract/role.ts'
import { LinkMark, useLinkSupports } from '#web/features/claim/claim.ts'
import { formatDay, now } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { RecordSection } from '#web/record/record-page.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { RestButton } from '#web/ui/rest-button.tsx'
import { spanText } from '#web/ui/span.ts'
import { barsOf, groupByParent } from './membership-groups.ts'
import { personPageMessages } from './page-messages.ts'
import css from './person-page.module.css'

const OgNames = lazy(() => import('./og-names.tsx'))

type Membership = Person['memberships'][number]

/** Chips of a group before the rest is folded. */
const chipsShown = 5

/** Memberships with dates on an axis of time, the others as chips by the organisation above them. */
export function PersonMemberships({ person }: { person: Person }) {
  const { memberships, og_names: names } = person
  const t = useT(personPageMessages)
  const supports = useLinkSupports(
    'membership',
    memberships.map(each => each.id),
  )
  if (memberships.length === 0 && names.length === 0) return null
  const markOf = (each: Membership) => {
    const { id, role, area, term, start_time, end_time } = each
    return (
      <LinkMark
        link={{
          noun: 'membership',
          id,
          name: t('linkWith', { name: nameOf(each) }),
          values: { role, area, term, start_time, end_time },
          mayWrite: person.can.includes('update'),
        }}
        support={supports?.get(id)}
      />
    )
  }
  const isDated = ({ start_time, end_time }: Membership) => start_time !== null || end_time !== null
  const dated = memberships.filter(isDated)
  const chips = [
    ...memberships.filter(each => !isDated(each)).map(each => ({ name: nameOf(each), membership: each })),
    ...names.map(name => ({ name, membership: null })),
  ]
  return (
    <RecordSection title={t('ogs')}>
      {dated.length > 0 && <Dated memberships={dated} markOf={markOf} />}
      {groupByParent(chips).map(({ parent, items }) => (
        <ChipGroup key={parent ?? ''} parent={parent}>
          {items.map(({ name, item }) => (
            <Chip key={item.membership?.id ?? name} name={name} whole={item.name} membership={item.membership}>
              {item.membership && markOf(item.membership)}
            </Chip>
          ))}
        </ChipGroup>
      ))}
      {names.length > 0 && <LinkNames personId={person.id} count={names.length} />}
    </RecordSection>
  )
}

const nameOf = ({ og_name, og_eng_name }: Membership) => displayName({ name: og_name, eng_name: og_eng_name })

/** Role, place and term, and the party that the person represents. */
function Details({ membership: { role, area, term, on_behalf_of: party } }: { membership: Membership }) {
  const t = useT(personPageMessages)
  const text = [role, area, term].filter(Boolean).join(' · ')
  return (
    <>
      {text && <span className="quiet">· {text}</span>}
      {party && (
        <span className="quiet">
          ·{' '}
          <PageLink to="og_detail" params={{ id: party.id }} title={displayName(party)}>
            {t('for', { name: displayName(party) })}
          </PageLink>
        </span>
      )}
    </>
  )
}

function Dated({
  memberships,
  markOf,
}: {
  memberships: readonly Membership[]
  markOf: (membership: Membership) => ReactNode
}) {
  const bars = barsOf(memberships, formatDay(now()))
  return (
    <ul className={css.links}>
      {memberships.map((each, index) => {
        const bar = bars[index]
        return (
          <li key={each.id}>
            <span className={css.when}>
              {spanText(each.start_time, each.end_time)}
              {bar && (
                <span className={css.axis} aria-hidden>
                  <span
                    className={css.bar}
                    data-open={bar.isOpen || undefined}
                    style={{ insetInlineStart: `${bar.from}%`, width: `${bar.width}%` }}
                  />
                </span>
              )}
            </span>
            <span className={css.what}>
              <PageLink to="og_detail" params={{ id: each.og_id }} className="lines" title={nameOf(each)}>
                {nameOf(each)}
              </PageLink>
              <Details membership={each} />
              {markOf(each)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function ChipGroup({ parent, children }: { parent: string | null; children: ReactNode[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const rest = children.length - chipsShown
  return (
    <div className={css.group}>
      {parent && (
        <span className={css.parent} title={parent}>
          {parent}
        </span>
      )}
      <ul className={css.chips}>
        {isOpen ? children : children.slice(0, chipsShown)}
        {rest > 0 && (
          <li>
            <RestButton rest={rest} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
          </li>
        )}
      </ul>
    </div>
  )
}

type ChipProps = { name: string; whole: string; membership: Membership | null; children: ReactNode }

/** An organisation in a frame; one that is only a name so far has a dashed frame. */
function Chip({ name, whole, membership, children }: ChipProps) {
  const t = useT(personPageMessages)
  if (!membership)
    return (
      <li className={css.chip} data-loose title={`${whole}\n${t('unlinked')}`}>
        <span className="ellipsis">{name}</span>
      </li>
    )
  return (
    <li className={css.chip} title={whole}>
      <PageLink to="og_detail" params={{ id: membership.og_id }} className="ellipsis">
        {name}
      </PageLink>
      <Details membership={membership} />
      {children}
    </li>
  )
}

/** Explains dashed frames; a link leads editors to their linking. */
function LinkNames({ personId, count }: { personId: number; count: number }) {
  const t = useT(personPageMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className="row wrap gap-3 above-3">
        <span className="small quiet">{t('unlinkedCount', { count })}</span>
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
