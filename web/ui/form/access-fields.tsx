import { useFormContext, useWatch } from 'react-hook-form'
import { useT } from '#web/platform/i18n.ts'
import { useUser } from '#web/platform/session.ts'
import { AccessPicker } from '#web/ui/picker/access-picker.tsx'
import { useVisibleGroups } from '#web/ui/picker/visible-users.ts'
import { AccessLines } from './access-lines.tsx'
import { lockOutOf, reachOf } from './access-reach.ts'
import { Field } from './field.tsx'
import css from './form.module.css'
import { formMessages } from './messages.ts'

/**
 * The record's access lists, with sentences that explain who can see and change it. `owner` is absent for a new record.
 */
export function AccessFields({ owner }: { owner?: number | null | undefined }) {
  const t = useT(formMessages)
  return (
    <>
      <ListField list="read" label={t('readUser')} placeholder={t('everyReader')} />
      <ListField list="write" label={t('writeUser')} placeholder={t('everyWriter')} />
      <AccessSentence owner={owner} />
    </>
  )
}

type ListFieldProps = { list: 'read' | 'write'; label: string; placeholder: string }

/** One control for two fields of the form: the users and the groups of a list. */
function ListField({ list, label, placeholder }: ListFieldProps) {
  const { setValue } = useFormContext()
  const groups = useWatch({ name: `${list}_group` }) as number[] | undefined
  return (
    <Field isWide name={`${list}_user`} label={label}>
      {({ value, set, blur, control }) => (
        <AccessPicker
          {...control}
          placeholder={placeholder}
          users={Array.isArray(value) ? (value as number[]) : []}
          groups={groups ?? []}
          onChange={(users, chosen) => {
            set(users)
            setValue(`${list}_group`, chosen, { shouldDirty: true })
          }}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

const lists = ['read_user', 'write_user', 'read_group', 'write_group'] as const

function AccessSentence({ owner }: { owner: number | null | undefined }) {
  const t = useT(formMessages)
  const me = useUser()
  const { groups } = useVisibleGroups()
  const [read, write, readGroup, writeGroup] = useWatch({ name: lists }) as (number[] | undefined)[]
  const reach = reachOf({
    owner: owner === undefined ? me.id : owner,
    read_user: read ?? [],
    write_user: write ?? [],
    read_group: readGroup ?? [],
    write_group: writeGroup ?? [],
  })
  const lost = lockOutOf(reach, me, groups)
  return (
    <ul className={css.access} aria-live="polite">
      <AccessLines reach={reach} />
      {lost && <li className="warning">{lost === 'read' ? t('lockOut') : t('lockWrite')}</li>}
    </ul>
  )
}
