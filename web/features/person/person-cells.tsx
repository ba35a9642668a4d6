import { Star } from 'lucide-react'
import type { PersonItem } from '#contract/person.api.ts'
import { SanctionTag } from '#web/features/standing/standing.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import cells from '#web/ui/list/cells.module.css'
import { DemoMark, RestrictedMark } from '#web/ui/list/cells.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import { personListMessages } from './messages.ts'
import css from './person-list.module.css'

function FocusMark() {
  return <Star size={14} className={css.star} role="img" aria-label={useT(personListMessages)('focusPerson')} />
}

/** The name as a link; in the trash it is plain text, because deleted persons have no page. */
export function PersonName({ person, isTrash = false }: { person: PersonItem; isTrash?: boolean }) {
  return (
    <span className={cells.name}>
      <Avatar name={person.name} src={person.icon} size={20} />
      {isTrash ? (
        <span className={cells.nameText}>{person.name}</span>
      ) : (
        <PageLink to="person_detail" params={{ id: person.id }} className={cells.nameText} title={person.name}>
          {person.name}
        </PageLink>
      )}
      {!isTrash && <SanctionTag noun="person" id={person.id} />}
      {person.is_focus && <FocusMark />}
      <RestrictedMark record={person} />
      {person.is_demo && <DemoMark />}
    </span>
  )
}

/** Each organisation once, as a link, even with several roles. */
function ogsOf(person: PersonItem): { id: number; name: string }[] {
  const names = new Map(
    person.memberships.map(each => [each.og_id, displayName({ name: each.og_name, eng_name: each.og_eng_name })]),
  )
  return [...names].map(([id, name]) => ({ id, name }))
}

/** The content of `PersonOgs` as text. */
export const orgsText = (person: PersonItem): string =>
  [...ogsOf(person).map(og => og.name), ...person.og_names].join(' · ')

/** The organisations in one line; those not in the system yet follow in grey. */
export function PersonOgs({ person }: { person: PersonItem }) {
  const ogs = ogsOf(person)
  const all = [...ogs.map(og => og.name), ...person.og_names]
  return (
    <span className={css.line} title={all.join('\n')}>
      {ogs.map(({ id, name }) => (
        <PageLink key={id} to="og_detail" params={{ id }} className={css.link}>
          {name}
        </PageLink>
      ))}
      {person.og_names.map(name => (
        <span key={name} className="faint">
          {name}
        </span>
      ))}
    </span>
  )
}

/** The first few; the number of others is shown, with their names on hover. */
export function Labels({ labels, atMost = 2 }: { labels: readonly string[]; atMost?: number }) {
  const rest = labels.length - atMost
  return (
    <span className={css.labels} title={labels.join('\n')}>
      {labels.slice(0, atMost).map(label => (
        <span key={label} className={css.label}>
          {label}
        </span>
      ))}
      {rest > 0 && <span className={css.rest}>+{rest}</span>}
    </span>
  )
}

export function PersonCard({ person }: { person: PersonItem }) {
  const t = useT(personListMessages)
  const regionName = useRegionName()
  const where = person.region && regionName(person.region)
  return (
    <article className="stack gap-3 pad-4">
      <div className={cells.cardTop}>
        <Avatar name={person.name} src={person.icon} size={48} />
        <div className="grow">
          <div className={cells.name}>
            <PageLink to="person_detail" params={{ id: person.id }} className={cells.nameText} title={person.name}>
              {person.name}
            </PageLink>
            {person.is_focus && <FocusMark />}
            <RestrictedMark record={person} />
          </div>
          <div className={cells.cardSub} title={person.position ?? undefined}>
            {person.position}
          </div>
        </div>
      </div>
      {orgsText(person) !== '' && (
        <div className={cells.cardSub}>
          <PersonOgs person={person} />
        </div>
      )}
      {person.labels.length > 0 && <Labels labels={person.labels} atMost={4} />}
      <div className={cells.cardFoot}>
        <span>{[t('scoreOf', { score: String(person.score) }), where].filter(Boolean).join(' · ')}</span>
        <time dateTime={person.updated_at}>{t('updatedOn', { at: formatInstant(person.updated_at) })}</time>
      </div>
    </article>
  )
}
