import { Button } from 'antd'
import { useId } from 'react'
import { ProfilePatch, type User } from '#contract/user.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import css from './info.module.css'
import { useUserLooks } from './looks.tsx'
import { userInfoMessages } from './messages.ts'
import { ProfileFields } from './profile-fields.tsx'
import { saveProfile } from './user.ts'

const fields = ['avatar', 'name', 'email', 'phone', 'desc'] as const

/** What the team sees of one. */
export function ProfileForm({ user }: { user: User }) {
  const t = useT(userInfoMessages)
  const formId = useId()
  const state = useRecordForm<User>({
    schema: ProfilePatch,
    fields,
    record: user,
    initial: {},
    save: (values, rev) => saveProfile(user.id, { ...values, rev }),
    onSaved: () => notifySuccess(t('profileSaved')),
  })
  return (
    <section className={css.panel}>
      <h2>{t('profile')}</h2>
      <RecordForm state={state} id={formId} label={t('profile')} looks={useUserLooks()}>
        <ProfileFields nameHint={t('nameHint')} />
      </RecordForm>
      <Button type="primary" htmlType="submit" form={formId} loading={state.isBusy}>
        {t('saveProfile')}
      </Button>
    </section>
  )
}
