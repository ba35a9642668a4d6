import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { Link2 } from 'lucide-react'
import { listReconcileAddresses } from '#contract/reconcile.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { AccessList, useEnding } from './access-list.tsx'
import { NewReconcileAddress } from './new-reconcile-address.tsx'
import { reconcileMessages } from './reconcile-messages.ts'
import { stopReconcileAddress } from './user.ts'

/** The user's addresses for OpenRefine: a new one, the last use of each, and a button to revoke it. */
export function ReconcileList() {
  const t = useT(reconcileMessages)
  const { modal } = App.useApp()
  const asked = useQuery({ ...endpointQuery(listReconcileAddresses, {}), meta: { quiet: true } })
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
      asked={asked}
      ending={ending}
      before={<NewReconcileAddress />}
      ways={(asked.data?.items ?? []).map(({ id, name, last_used_at: usedAt, created_at: since }) => ({
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
