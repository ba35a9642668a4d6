import { Button, Input } from 'antd'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { roles } from '#contract/role.ts'
import { NewUser, type User, UserPatch, userStatuses } from '#contract/user.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import { SelectField } from '#web/ui/form/choice-field.tsx'
import { Field, type FieldProps } from '#web/ui/form/field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { userFieldMessages, userManageMessages } from './messages.ts'
import { newPassword } from './password.ts'
import { ProfileFields } from './profile-fields.tsx'
import { saveNewUser, saveUser } from './user.ts'
import { useUserFormatters } from './user-formatters.tsx'

const profileFields = ['name', 'avatar', 'desc', 'email', 'phone'] as const
const editFields = ['username', 'role', 'status', ...profileFields] as const
const newFields = [...editFields, 'password', 'is_service'] as const
const initial = {
  username: '',
  password: undefined,
  is_service: false,
  role: 'reader',
  status: 'active',
  name: '',
  avatar: null,
  desc: '',
  email: '',
  phone: '',
} as const

type Props = { user?: User | undefined; onClose: () => void }

/** Creates and edits users, for administrators. */
export default function UserForm({ user, onClose }: Props) {
  const t = useT(userManageMessages)
  const state = useRecordForm<User>({
    schema: user ? UserPatch : NewUser,
    fields: user ? editFields : newFields,
    // The form edits the user’s own role; the one that applies may be higher, through a group.
    record: user && { ...user, role: user.own_role },
    initial,
    save: (values, rev) =>
      user ? saveUser(user.id, { ...values, rev }) : saveNewUser(values as Parameters<typeof saveNewUser>[0]),
    onSaved: saved => {
      notifySuccess(user ? t('savedNamed', { name: saved.username }) : t('created', { name: saved.username }))
      onClose()
    },
  })
  return (
    <FormDrawer
      title={user ? t('editNamed', { name: user.username }) : t('create')}
      state={state}
      formatters={useUserFormatters()}
      onClose={onClose}
    >
      <AccountFields user={user} />
      <ProfileFields />
    </FormDrawer>
  )
}

function AccountFields({ user }: { user: User | undefined }) {
  const t = useT(userManageMessages)
  const isNew = !user
  const { setValue } = useFormContext()
  const isService = useWatch({ name: 'is_service' }) === true
  // A password that is no longer shown must not stop the form.
  useEffect(() => {
    if (isService) setValue('password', undefined)
  }, [isService, setValue])
  const label = useT(userFieldMessages)
  const roleName = useT(roleMessages)
  return (
    <>
      <Field name="username" label={label('username')} isRequired>
        {({ value, set, blur, control }) => (
          <Input
            {...control}
            value={String(value ?? '')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={isNew}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
        )}
      </Field>
      <SelectField
        name="role"
        label={label('role')}
        options={roles.map(role => ({ value: role, label: roleName(role) }))}
        {...(user && user.role !== user.own_role && { hint: t('roleByGroup', { role: roleName(user.role) }) })}
      />
      {isNew && <SwitchField name="is_service" label={label('is_service')} hint={t('serviceHint')} />}
      {isNew && !isService && <NewPasswordField name="password" label={label('password')} isRequired />}
      <SelectField
        name="status"
        label={label('status')}
        options={userStatuses.map(status => ({ value: status, label: label(status) }))}
      />
    </>
  )
}

/** Shown in clear text, typed or generated, because it has to be handed over. */
function NewPasswordField(field: FieldProps) {
  const t = useT(userManageMessages)
  return (
    <Field hint={t('passwordHint')} {...field}>
      {({ value, set, blur, control }) => (
        <div className="flex gap-3">
          <Input
            {...control}
            className="mono"
            value={String(value ?? '')}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
          <Button onClick={() => set(newPassword())}>{t('generate')}</Button>
        </div>
      )}
    </Field>
  )
}
