import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Plus, Star } from 'lucide-react'
import { lazy, useState } from 'react'
import type { LinkSupport } from '#contract/claim.api.ts'
import type { Membership } from '#contract/membership.api.ts'
import type { Og } from '#contract/og.api.ts'
import { LinkMark, useLinkSupports } from '#web/features/claim/claim.ts'
import { SanctionTag } from '#web/features/standing/standing.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import { LinkedActs } from '#web/record/linked-acts.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Failure } from '#web/ui/frame/failure.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { spanText } from '#web/ui/span.ts'
import { addMember, membersOptions, removeMember } from './member-calls.ts'
import css from './membership.module.css'
import { memberMessages } from './messages.ts'

const MemberDialog = lazy(() => import('./member-dialog.tsx'))

const undoMs = 10_000

/** The members of an organisation with pictures, roles and dates; editors can add and remove them. */
export function MemberList({ og }: { og: Og }) {
  const t = useT(memberMessages)
  const query = useInfiniteQuery(membersOptions(og.id))
  const [opened, setOpened] = useState<{ member?: Membership } | null>(null)
  const [removing, setRemoving] = useState<number | null>(null)
  const members = query.data?.pages.flatMap(page => page.items)
  const supports = useLinkSupports('membership', members?.map(member => member.id) ?? [])
  const mayAdd = og.can.includes('update')

  async function remove(member: Membership) {
    if (removing !== null) return
    setRemoving(member.id)
    try {
      await removeMember(member.id)
      const id = `member-${member.id}`
      const name = member.person_name
      const action = { label: t('undo'), run: () => void bringBack(id, member) }
      notify({ id, kind: 'success', text: t('removed', { name }), action, durationMs: undoMs })
    } catch (error) {
      showError(error)
    } finally {
      setRemoving(null)
    }
  }
  async function bringBack(noticeId: string, member: Membership) {
    const { person_id, person_name, role, start_time, end_time, area, term, on_behalf_of: party } = member
    const more = { ...(area && { area }), ...(term && { term }), ...(party && { on_behalf_of: party.id }) }
    try {
      await addMember(og.id, { person_id, role, start_time, end_time, ...more })
      notify({ id: noticeId, kind: 'success', text: t('undone', { name: person_name }) })
    } catch (error) {
      showError(error)
    }
  }

  return (
    <>
      <div className={css.membersHead}>
        {members && members.length > 0 && (
          <span className="quiet">{t('count', { count: query.data?.pages[0]?.total ?? 0 })}</span>
        )}
        {mayAdd && (
          <Button icon={<Plus size={14} aria-hidden />} onClick={() => setOpened({})}>
            {t('add')}
          </Button>
        )}
      </div>
      {!members && query.isError && (
        <Failure isWhole onRetry={() => void query.refetch()}>
          {t('failed')}
        </Failure>
      )}
      {!members && !query.isError && (
        <div role="status" aria-busy aria-label={t('loading')}>
          <Skeleton active avatar title={false} paragraph={{ rows: 4 }} />
        </div>
      )}
      {members?.length === 0 && <p className="faint">{t(mayAdd ? 'none' : 'noneRead')}</p>}
      {members && members.length > 0 && (
        <ul className={css.members} aria-label={t('persons')}>
          {members.map(member => (
            <Member
              key={member.id}
              member={member}
              support={supports?.get(member.id)}
              isBusy={removing === member.id}
              onEdit={() => setOpened({ member })}
              onRemove={() => void remove(member)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('showMore')}
        </Button>
      )}
      {opened && (
        <LazyDialog>
          <MemberDialog og={og} member={opened.member} onClose={() => setOpened(null)} />
        </LazyDialog>
      )}
    </>
  )
}

type MemberProps = {
  member: Membership
  support: LinkSupport | undefined
  isBusy: boolean
  onEdit: () => void
  onRemove: () => void
}

function Member({ member, support, isBusy, onEdit, onRemove }: MemberProps) {
  const t = useT(memberMessages)
  const {
    person_id,
    person_name: name,
    person_icon,
    person_position,
    is_focus,
    role,
    start_time,
    end_time,
    area,
    term,
    on_behalf_of: party,
    can,
  } = member
  const when = spanText(start_time, end_time)
  const details = [role ?? person_position, party && t('for', { name: displayName(party) }), area, term, when]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className={css.member}>
      <Avatar name={name} src={person_icon} size={40} />
      <div className="grow">
        <div className={css.memberName}>
          <PageLink to="person_detail" params={{ id: person_id }}>
            {name}
          </PageLink>
          <SanctionTag noun="person" id={person_id} />
          {is_focus && <Star size={14} className={css.star} role="img" aria-label={t('focusPerson')} />}
        </div>
        <div className={css.memberSub} title={details}>
          {details}
        </div>
      </div>
      <LinkMark
        link={{
          noun: 'membership',
          id: member.id,
          name: t('linkWith', { name }),
          values: { role, area, term, start_time, end_time },
          mayWrite: can.includes('update'),
        }}
        support={support}
      />
      <div className={css.memberActs}>
        <LinkedActs
          can={can}
          labels={{ edit: t('edit', { name }), remove: t('remove', { name }) }}
          isBusy={isBusy}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      </div>
    </li>
  )
}
