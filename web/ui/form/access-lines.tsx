import { Eye, Pencil } from 'lucide-react'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useUser } from '#web/platform/session.ts'
import { useVisibleGroups, useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import css from './access-lines.module.css'
import type { AccessReach } from './access-reach.ts'
import { formMessages } from './messages.ts'

const maxNames = 5

/** Two sentences: who can see the record, and who can change it. */
export function AccessLines({ reach: { readers, writers } }: { reach: AccessReach }) {
  const t = useT(formMessages)
  const locale = useLocale()
  const me = useUser()
  const { nameOf } = useVisibleUsers()
  const { groupName } = useVisibleGroups([...(readers ?? []), ...(writers ?? [])].some(key => key < 0))
  const partyName = (key: number) => (key < 0 ? groupName(-key) : key === me.id ? t('you') : nameOf(key))
  function namesOf(ids: readonly number[]): string {
    const names = ids.slice(0, maxNames).map(partyName)
    const rest = ids.length - maxNames
    const others = rest > 0 ? [t('someone', { count: rest })] : []
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format([...names, ...others, t('admins')])
  }
  const changed = writers
    ? t('changedBySome', { names: namesOf(writers) })
    : readers
      ? t('changedByReaders')
      : t('changedByAll')
  return (
    <>
      <li className={css.reach}>
        <Eye size={14} aria-hidden />
        {readers ? t('seenBySome', { names: namesOf(readers) }) : t('seenByAll')}
      </li>
      <li className={css.reach}>
        <Pencil size={14} aria-hidden />
        {changed}
      </li>
    </>
  )
}
