import { useWatch } from 'react-hook-form'
import { useT } from '#web/platform/i18n.ts'
import { useUser } from '#web/platform/session.ts'
import { UserPicker } from '#web/ui/picker/user-picker.tsx'
import { AccessLines } from './access-lines.tsx'
import { lockOutOf, reachOf } from './access-reach.ts'
import { Field, type FieldProps } from './field.tsx'
import css from './form.module.css'
import { formMessages } from './messages.ts'

/**
 * The record's access lists, with sentences that explain who can see and change it. `owner` is absent for a new record.
 */
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
      {lost && <li className="warning">{lost === 'read' ? t('lockOut') : t('lockWrite')}</li>}
    </ul>
  )
}
