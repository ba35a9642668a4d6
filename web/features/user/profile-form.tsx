import { Button, Input } from 'antd'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { ProfilePatch, type User } from '#contract/user.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { Field } from '#web/ui/form/field.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import css from './info.module.css'
import { userInfoMessages } from './messages.ts'
import { ProfileFields } from './profile-fields.tsx'
import { saveProfile } from './user.ts'
import { useUserFormatters } from './user-formatters.tsx'

const fields = ['avatar', 'name', 'email', 'phone', 'desc', 'old_password'] as const

/** The user's details that the team sees. */
export function ProfileForm({ user }: { user: User }) {
  const t = useT(userInfoMessages)
  const formId = useId()
  const state = useRecordForm<User>({
    schema: ProfilePatch,
    fields,
    record: user,
    initial: {},
    save: ({ old_password, ...values }, rev) =>
      saveProfile(user.id, {
        ...values,
        ...(values.email !== undefined && typeof old_password === 'string' && { old_password }),
        rev,
      }),
    onSaved: () => notifySuccess(t('profileSaved')),
  })
  const isNewEmail = useWatch({ control: state.form.control, name: 'email' }) !== user.email
  return (
    <section className={css.panel}>
      <h2>{t('profile')}</h2>
      <RecordForm state={state} id={formId} label={t('profile')} formatters={useUserFormatters()}>
        <ProfileFields nameHint={t('nameHint')} afterEmail={isNewEmail && <PresentPassword />} />
      </RecordForm>
      <Button type="primary" htmlType="submit" form={formId} loading={state.isBusy}>
        {t('saveProfile')}
      </Button>
    </section>
  )
}

/**
 * Mail goes to the new address, so the password is required: someone at an unlocked screen must not take over the
 * account.
 */
function PresentPassword() {
  const t = useT(userInfoMessages)
  return (
    <Field name="old_password" label={t('emailPassword')} hint={t('emailPasswordHint')} isRequired>
      {({ value, set, blur, control }) => (
        <Input.Password
          {...control}
          value={String(value ?? '')}
          autoComplete="current-password"
          onChange={event => set(event.target.value || undefined)}
          onBlur={blur}
        />
      )}
    </Field>
  )
}
