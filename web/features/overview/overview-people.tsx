import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OverviewLink } from '#contract/overview.api.ts'
import { editors } from '#contract/role.ts'
import { shareText } from '#contract/share.ts'
import { linkedMessages, linkingMessages } from '#web/features/og_relation/og_relation.ts'
import { typeNames } from '#web/features/relation/relation.ts'
import { SanctionTag } from '#web/features/standing/standing.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { detailOf } from '#web/record/record-address.ts'
import { RecordSection } from '#web/record/record-page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { overviewMessages } from './messages.ts'
import css from './overview.module.css'
import { OverviewSection, type SectionProps, TabLink } from './overview-section.tsx'

/** Links that users have stated, with the other end's role and its share: owner, controller, supplier. */
export function OverviewStated({ noun, id, overview: { stated, counts } }: SectionProps) {
  const t = useT(overviewMessages)
  const linked = useT(linkedMessages)
  const linking = useT(linkingMessages)
  if (stated.length === 0) return null
  return (
    <OverviewSection of={{ noun, id }} title={t('stated')} tab="ownership" shown={stated.length} total={counts.stated}>
      <ul className={css.people}>
        {stated.map(link => {
          const isFrom = link.from.noun === noun && link.from.id === id
          const other = isFrom ? link.og : link.from
          const { share_min: min, share_max: max } = link
          const share = min !== null && max !== null && shareText({ min, max })
          const years = [link.start_time, link.end_time].map(time => time?.slice(0, 4))
          const span = years.some(Boolean) && years.map(year => year ?? '').join('–')
          return (
            <LinkedParty key={link.id} party={other}>
              {[isFrom ? linked(link.type) : linking(link.type), share, span].filter(Boolean).join(' · ')}
            </LinkedParty>
          )
        })}
      </ul>
    </OverviewSection>
  )
}

/** Members with pictures and roles; editors are invited to add one. */
export function OverviewPersons({ noun, id, overview: { persons, counts } }: SectionProps) {
  const t = useT(overviewMessages)
  if (persons.length === 0)
    return (
      <Permitted roles={editors}>
        <RecordSection title={t('persons')}>
          <p className="faint">
            {t('nobody')}{' '}
            <TabLink of={{ noun, id }} tab="persons">
              {t('addPerson')}
            </TabLink>
          </p>
        </RecordSection>
      </Permitted>
    )
  return (
    <OverviewSection of={{ noun, id }} title={t('persons')} tab="persons" shown={persons.length} total={counts.persons}>
      <ul className={css.people}>
        {persons.map(one => (
          <li key={one.id} className={css.somebody}>
            <Avatar name={one.person_name} src={one.person_icon} size={36} />
            <div className="shrink">
              <span className="flex baseline gap-2">
                <PageLink to="person_detail" params={{ id: one.person_id }} className="lines">
                  {one.person_name}
                </PageLink>
                <SanctionTag noun="person" id={one.person_id} />
                {one.is_focus && (
                  <Star size={12} className={css.star} fill="currentColor" aria-label={t('focusPerson')} />
                )}
              </span>
              <span className="lines small quiet">{one.role ?? one.person_position}</span>
            </div>
          </li>
        ))}
      </ul>
    </OverviewSection>
  )
}

/** The closest links with their types. */
export function OverviewLinks({ noun, id, overview: { links } }: SectionProps) {
  const t = useT(overviewMessages)
  if (links.length === 0) return null
  return (
    <RecordSection
      title={t(noun === 'og' ? 'linksOfOg' : 'links')}
      more={
        <TabLink of={{ noun, id }} tab="relations">
          {t('seeGraph')}
        </TabLink>
      }
    >
      <ul className={css.people}>
        {links.map(link => (
          <LinkedParty key={link.id} party={link}>
            <Why link={link} />
          </LinkedParty>
        ))}
      </ul>
    </RecordSection>
  )
}

type LinkedPartyProps = {
  party: Pick<OverviewLink, 'noun' | 'id' | 'name' | 'eng_name' | 'icon'>
  children: ReactNode
}

/** A linked record with its picture and marks of sanctions; below its name, how it is linked. */
function LinkedParty({ party, children }: LinkedPartyProps) {
  return (
    <li className={css.somebody}>
      <Avatar name={displayName(party)} src={party.icon} size={36} />
      <div className="shrink">
        <span className="flex baseline gap-2">
          <PageLink to={detailOf(party.noun)} params={{ id: party.id }} className="lines">
            {displayName(party)}
          </PageLink>
          <SanctionTag noun={party.noun} id={party.id} />
        </span>
        <span className="lines small quiet">{children}</span>
      </div>
    </li>
  )
}

function Why({ link: { types, persons, events } }: { link: OverviewLink }) {
  const t = useT(overviewMessages)
  const typeName = useT(typeNames)
  const all = [
    ...types.map(type => typeName(type)),
    ...(persons > 0 ? [t('sharedPersons', { count: persons })] : []),
    ...(events > 0 ? [t('sharedEvents', { count: events })] : []),
  ]
  return all.join(' · ')
}
