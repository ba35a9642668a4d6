import { useQuery } from '@tanstack/react-query'
import { LockKeyhole, Pencil } from 'lucide-react'
import { visibleUsers } from '#contract/user.api.ts'
import { displayName, type Named } from '#web/platform/display-name.ts'
import { translate, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { listMessages } from './messages.ts'

type Lists = Record<'read_user' | 'write_user' | 'read_group' | 'write_group', readonly number[]>

/** The number of users and groups who can see or change it. */
export function AccessText({ record: { read_user, write_user, read_group, write_group } }: { record: Lists }) {
  const t = useT(listMessages)
  const textOf = (id: 'accessRead' | 'accessWrite', users: readonly number[], groups: readonly number[]) =>
    groups.length === 0
      ? t(id, { count: users.length })
      : t(id === 'accessRead' ? 'accessReadGroups' : 'accessWriteGroups', {
          count: users.length,
          groups: groups.length,
        })
  if (read_user.length + read_group.length > 0) return textOf('accessRead', read_user, read_group)
  if (write_user.length + write_group.length > 0) return textOf('accessWrite', write_user, write_group)
  return <span className="quiet">{t('accessOpen')}</span>
}

/** A lock after the name of a restricted record. */
export function RestrictedMark({ record: { read_user, write_user, read_group, write_group } }: { record: Lists }) {
  const t = useT(listMessages)
  if ([read_user, write_user, read_group, write_group].every(list => list.length === 0)) return null
  return <LockKeyhole size={14} className="rigid quiet" role="img" aria-label={t('restricted')} />
}

export function DemoMark() {
  return <span className="rigid tag">{useT(listMessages)('demoMark')}</span>
}

export function OwnerName({ id }: { id: number | null }) {
  const { data } = useQuery({ ...endpointQuery(visibleUsers, {}), staleTime: 60_000 })
  const user = data?.find(each => each.id === id)
  return user ? user.name || user.username : null
}

export function EditButton({ name, onEdit }: { name: string; onEdit: () => void }) {
  const t = useT(listMessages)
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('editNamed', { name })}
      title={t('edit')}
      onClick={onEdit}
    >
      <Pencil size={14} aria-hidden />
    </button>
  )
}

/** A figure of a row; a dash for 0, the value before a user sets one. */
export function Figure({ value }: { value: number }) {
  return value === 0 ? <span className="faint">–</span> : value
}

export const figureText = (value: number) => (value === 0 ? null : String(value))

/** The longest texts of `AccessText` in the chosen language. */
export function accessTexts(): string[] {
  const t = translate(listMessages)
  return [t('accessOpen'), t('accessRead', { count: 10 }), t('accessWrite', { count: 10 })]
}

/** The widest text of an instant. */
export const instantText = '2000-00-00 00:00'

/** The content of `Refs` as text. */
export function refsText(refs: readonly Named[]): string {
  return [refs[0] && displayName(refs[0]), refs.length > 1 && `+${refs.length - 1}`].filter(Boolean).join('  ')
}

type RefsProps = {
  refs: readonly ({ id: number } & Named)[]
  to: 'og_detail' | 'person_detail' | 'event_detail'
}

/** The first linked record, and the number of others. */
export function Refs({ refs, to }: RefsProps) {
  const first = refs[0]
  if (!first) return null
  return (
    <span className="flex shrink gap-2" title={refs.map(ref => displayName(ref)).join('\n')}>
      <PageLink className="ellipsis" to={to} params={{ id: first.id }}>
        {displayName(first)}
      </PageLink>
      {refs.length > 1 && <span className="quiet">+{refs.length - 1}</span>}
    </span>
  )
}
