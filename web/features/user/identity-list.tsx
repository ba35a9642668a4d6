import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { IdCard } from 'lucide-react'
import { useState } from 'react'
import { listIdentities, loginProviders } from '#contract/identity.api.ts'
import { formatDay, formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { leaveForProvider } from '#web/platform/login-binding.ts'
import { useModal } from '#web/platform/modal.ts'
import { endpointQuery, showError } from '#web/platform/query.ts'
import { AccessList, useEnding } from './access-list.tsx'
import { ownIdentityMessages } from './identity-messages.ts'
import css from './info.module.css'
import { beginLink, removeIdentity } from './user.ts'

/** The identities with which a user logs in, and a button for each provider that is not connected; hidden without either. */
export function IdentityList({ userId, isOfOther = false }: { userId: number; isOfOther?: boolean }) {
  const t = useT(ownIdentityMessages)
  const modal = useModal()
  const identities = useQuery({ ...endpointQuery(listIdentities, { params: { id: userId } }), meta: { quiet: true } })
  const ways = useQuery({ ...endpointQuery(loginProviders, {}), enabled: !isOfOther, meta: { quiet: true } })
  const { ending, end } = useEnding<number>()
  const [leaving, setLeaving] = useState(false)
  const items = identities.data?.items ?? []
  const open = (ways.data?.providers ?? []).filter(({ name }) => !items.some(({ provider }) => provider === name))
  if (items.length === 0 && open.length === 0) return null

  async function connect(provider: number) {
    setLeaving(true)
    try {
      leaveForProvider(await beginLink(userId, provider), '/user/info')
    } catch (error) {
      setLeaving(false)
      showError(error)
    }
  }

  async function remove(id: number, name: string) {
    const isSure = await modal.confirm({
      title: t('removeTitle', { name }),
      content: t('removeText'),
      okText: t('remove'),
      okButtonProps: { danger: true },
      cancelText: t('keep'),
      focusable: { autoFocusButton: 'cancel' },
    })
    if (!isSure) return
    await end(id, async () => {
      await removeIdentity(userId, id)
      return t('removed', { name })
    })
  }

  function textOf() {
    if (isOfOther) return 'textOfOther'
    if (items.length === 0) return 'textNone'
    return identities.data?.has_password === false ? 'textOnly' : 'text'
  }

  return (
    <AccessList
      title={t('title')}
      text={t(textOf())}
      query={identities}
      ending={ending}
      before={
        open.length > 0 && (
          <div className="row wrap gap-3 below-4">
            {open.map(({ id, name }) => (
              <Button key={id} className={css.connect} loading={leaving} onClick={() => void connect(id)}>
                {t('connect', { name })}
              </Button>
            ))}
          </div>
        )
      }
      ways={items.map(({ id, provider, email, created_at: since, last_used_at: usedAt }) => ({
        id,
        icon: IdCard,
        name: provider,
        facts: [
          ...(email ? [email] : []),
          t('used', { at: formatInstant(usedAt) }),
          t('since', { at: formatDay(since) }),
        ],
        end: { label: t('remove'), spoken: t('removeNamed', { name: provider }), run: () => void remove(id, provider) },
      }))}
    />
  )
}
