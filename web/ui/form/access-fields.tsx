import { Eye, Pencil } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useUser } from '#web/platform/session.ts'
import { UserPicker, useVisibleUsers } from '#web/ui/picker/user-picker.tsx'
import { type AccessReach, lockOutOf, reachOf } from './access-sentence.ts'
import { Field, type FieldProps } from './field.tsx'
import css from './form.module.css'
import { formMessages } from './messages.ts'

/** The record's access lists, and in plain words who will see and change it. `owner` is absent while it is made. */
export function AccessFields({ owner }: { owner?: number | null | undefined }) {
  const t = useT(formMessages)
  return (
    <>
      <UsersField name="read_user" label={t('readUser')} placeholder={t('everyReader')} />
      <UsersField name="write_user" label={t('writeUser')} placeholder={t('everyWriter')} />
      <AccessSentence owner={owner} />
    </>
  )
}

function UsersField({ placeholder, ...field }: FieldProps & { placeholder: string }) {
  return (
    <Field isWide {...field}>
      {({ value, set, blur, control }) => (
        <UserPicker
          {...control}
          placeholder={placeholder}
          value={Array.isArray(value) ? (value as number[]) : []}
          onChange={set}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

function AccessSentence({ owner }: { owner: number | null | undefined }) {
  const t = useT(formMessages)
  const me = useUser()
  const [read, write] = useWatch({ name: ['read_user', 'write_user'] }) as [number[] | undefined, number[] | undefined]
  const reach = reachOf({
    owner: owner === undefined ? me.id : owner,
    read_user: read ?? [],
    write_user: write ?? [],
  })
  const lost = lockOutOf(reach, me)
  return (
    <ul className={css.access} aria-live="polite">
      <AccessLines reach={reach} />
      {lost && <li className={css.warning}>{lost === 'read' ? t('lockOut') : t('lockWrite')}</li>}
    </ul>
  )
}

const namedAtMost = 5

/** Two sentences: who sees, who changes. */
export function AccessLines({ reach: { readers, writers } }: { reach: AccessReach }) {
  const t = useT(formMessages)
  const locale = useLocale()
  const me = useUser()
  const { nameOf } = useVisibleUsers()
  function namesOf(ids: readonly number[]): string {
    const names = ids.slice(0, namedAtMost).map(id => (id === me.id ? t('you') : nameOf(id)))
    const rest = ids.length - namedAtMost
    const all = rest > 0 ? [...names, t('someone', { count: rest })] : names
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(all)
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
