import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Link2 } from 'lucide-react'
import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import { locales } from '#contract/error.ts'
import { listIdentities } from '#contract/identity.api.ts'
import { listReconcileAddresses } from '#contract/reconcile.api.ts'
import { editors } from '#contract/role.ts'
import { ModelPanel } from '#web/features/model/model.ts'
import { formatDay, formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { PageLink } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import { useUser } from '#web/platform/session.ts'
import { changeLocale, changeSetting, useSetting } from '#web/platform/setting.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { AccessList, useEnding } from './access-list.tsx'
import { EntryFeedList } from './entry-feed-list.tsx'
import { FactorList } from './factor-list.tsx'
import { FeedList } from './feed-list.tsx'
import { IdentityList } from './identity-list.tsx'
import css from './info.module.css'
import { userInfoMessages } from './messages.ts'
import { NewReconcileAddress } from './new-reconcile-address.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { reconcileMessages } from './reconcile-messages.ts'
import { SessionList } from './session-list.tsx'
import { TokenList } from './token-list.tsx'
import { displayName, stopReconcileAddress } from './user.ts'

const themes = ['light', 'dark', 'system'] as const
const languages: BilingualText = bilingual('中文', 'English')

/** The two settings that most people change; the others are in the settings drawer. */
function Appearance() {
  const t = useT(userInfoMessages)
  const theme = useSetting(setting => setting.theme)
  const locale = useLocale()
  return (
    <section className={css.panel}>
      <h2>{t('appearance')}</h2>
      <p className={css.explain}>{t('appearanceText')}</p>
      <div className={css.choices}>
        <span id="appearance-theme">{t('theme')}</span>
        <Segmented
          aria-labelledby="appearance-theme"
          value={theme}
          options={themes.map(value => ({ value, label: t(value) }))}
          onChange={value => changeSetting({ theme: value })}
        />
        <span id="appearance-language">{t('language')}</span>
        <Segmented
          aria-labelledby="appearance-language"
          value={locale}
          options={locales.map(value => ({ value, label: languages[value] }))}
          onChange={changeLocale}
        />
      </div>
    </section>
  )
}

/** `/user/info`: the user's own profile, password, sessions and private addresses. */
export default function UserInfoPage() {
  const t = useT(userInfoMessages)
  const roleName = useT(roleMessages)
  const user = useUser()
  const identities = useQuery({ ...endpointQuery(listIdentities, { params: { id: user.id } }), meta: { quiet: true } })
  return (
    <div className="stack page-column gap-5">
      <h1 className="visually-hidden">{t('title')}</h1>
      <header className="row gap-5">
        <Avatar name={displayName(user)} src={user.avatar} size={56} />
        <div className="shrink">
          <p className={css.name}>{displayName(user)}</p>
          <p className="flex wrap gap-x-5 small faint">
            {user.name && <span>{user.username}</span>}
            <span>{roleName(user.role)}</span>
            <span>{t('registered', { at: formatDay(user.created_at) })}</span>
          </p>
        </div>
      </header>
      {/* A saved profile is the base of the next change. */}
      <ProfileForm key={user.rev} user={user} />
      {identities.data?.has_password !== false && <PasswordForm user={user} />}
      <FactorList userId={user.id} username={user.username} />
      <IdentityList userId={user.id} />
      <SessionList userId={user.id} />
      <FeedList userId={user.id} isHiddenEmpty />
      <EntryFeedList />
      <TokenList userId={user.id} canCreate />
      <Permitted roles={editors}>
        <ClipPanel />
        <WebhookPanel />
        <ReconcileList />
      </Permitted>
      <ModelPanel className={css.panel} />
      <Appearance />
    </div>
  )
}

/** The bookmark that stores pages as the user sees them. */
function ClipPanel() {
  const t = useT(userInfoMessages)
  return (
    <section className={css.panel}>
      <div className="row spread gap-5">
        <h2>{t('clip')}</h2>
        <PageLink to="clip">{t('setUpClip')}</PageLink>
      </div>
      <p className="faint">{t('clipText')}</p>
    </section>
  )
}

/** Leads to the page of the user's webhooks. */
function WebhookPanel() {
  const t = useT(userInfoMessages)
  return (
    <section className={css.panel}>
      <div className="row spread gap-5">
        <h2>{t('webhooks')}</h2>
        <PageLink to="user_webhook">{t('manageWebhooks')}</PageLink>
      </div>
      <p className="faint">{t('webhooksText')}</p>
    </section>
  )
}

/** The user's addresses for OpenRefine: a new one, the last use of each, and a button to revoke it. */
function ReconcileList() {
  const t = useT(reconcileMessages)
  const modal = useModal()
  const addressesQuery = useQuery({ ...endpointQuery(listReconcileAddresses, {}), meta: { quiet: true } })
  const { ending, end } = useEnding<number>()
  async function revoke(id: number, name: string) {
    const isSure = await modal.confirm({
      title: t('revokeTitle', { name }),
      content: t('revokeText'),
      okText: t('revoke'),
      okButtonProps: { danger: true },
      cancelText: t('keep'),
      focusable: { autoFocusButton: 'cancel' },
    })
    if (!isSure) return
    await end(id, async () => {
      await stopReconcileAddress(id)
      return t('revoked', { name })
    })
  }
  return (
    <AccessList
      title={t('title')}
      text={t('text')}
      query={addressesQuery}
      ending={ending}
      before={<NewReconcileAddress />}
      ways={(addressesQuery.data?.items ?? []).map(({ id, name, last_used_at: usedAt, created_at: since }) => ({
        id,
        icon: Link2,
        name,
        facts: [
          usedAt === null ? t('unused') : t('used', { at: formatInstant(usedAt) }),
          t('created', { at: formatInstant(since) }),
        ],
        end: { label: t('revoke'), spoken: t('revokeNamed', { name }), run: () => void revoke(id, name) },
      }))}
    />
  )
}
