import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fingerprint, Smartphone } from 'lucide-react'
import { lazy, useState } from 'react'
import { getFactors } from '#contract/factor.api.ts'
import { formatDay, formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, showError } from '#web/platform/query.ts'
import { useSession } from '#web/platform/session.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { AccessList } from './access-list.tsx'
import { dropAllFactors } from './factor.ts'
import type { FactorAct } from './factor-dialog.tsx'
import { factorMessages } from './factor-messages.ts'

const FactorDialog = lazy(() => import('./factor-dialog.tsx'))

type Props = { userId: number; username: string; isOfOther?: boolean }

/** Passkeys, authenticator app and recovery codes of a user; an administrator can only reset those of others. */
export function FactorList({ userId, username, isOfOther = false }: Props) {
  const t = useT(factorMessages)
  const mustEnrol = useSession(state => state.mustEnrol)
  const modal = useModal()
  const factors = useQuery({ ...endpointQuery(getFactors, { params: { id: userId } }), meta: { quiet: true } })
  const [act, setAct] = useState<FactorAct>()
  const { passkeys = [], has_code: hasCode = false, passkey_domain: domain } = factors.data ?? {}
  const hasAny = passkeys.length > 0 || hasCode
  const removal = (name: string, passkey?: number) => ({
    label: t('remove'),
    spoken: t('removeNamed', { name }),
    run: () => setAct({ kind: 'remove', name, passkey }),
  })

  async function reset() {
    const isSure = await modal.confirm({
      title: t('resetTitle', { name: username }),
      content: t('resetText'),
      okText: t('reset'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
    })
    if (!isSure) return
    try {
      await dropAllFactors(userId)
      notifySuccess(t('resetDone', { name: username }))
    } catch (error) {
      showError(error)
    }
  }

  const ownText = mustEnrol ? t('must') : t('text')
  return (
    <>
      <AccessList
        title={t('title')}
        text={isOfOther ? t(hasAny ? 'textOfOther' : 'none') : ownText}
        query={factors}
        ending={null}
        extra={
          isOfOther &&
          hasAny && (
            <Button size="small" danger onClick={() => void reset()}>
              {t('reset')}
            </Button>
          )
        }
        before={
          !isOfOther && (
            <div className="below-4">
              <div className="row wrap gap-3">
                <Button
                  type={mustEnrol ? 'primary' : 'default'}
                  disabled={!domain}
                  onClick={() => setAct({ kind: 'passkey' })}
                >
                  {t('addPasskey')}
                </Button>
                {!hasCode && <Button onClick={() => setAct({ kind: 'app' })}>{t('addApp')}</Button>}
                {hasAny && (
                  <Button type="text" onClick={() => setAct({ kind: 'recovery' })}>
                    {t('renew')}
                  </Button>
                )}
              </div>
              {factors.data && (
                <p className="small faint above-2">
                  {domain ? t('domain', { domain }) : t('noPasskeys')}
                  {hasAny && ` ${t('recoveryLeft', { count: String(factors.data.recovery) })}`}
                </p>
              )}
            </div>
          )
        }
        ways={[
          ...passkeys.map(({ id, name, is_synced: isSynced, created_at: since, last_used_at: usedAt }) => ({
            id,
            icon: Fingerprint,
            name,
            facts: [
              usedAt === null ? t('unused') : t('used', { at: formatInstant(usedAt) }),
              t('since', { at: formatDay(since) }),
              ...(isSynced ? [t('synced')] : []),
            ],
            ...(!isOfOther && { end: removal(name, id) }),
          })),
          ...(hasCode
            ? [
                {
                  id: 0,
                  icon: Smartphone,
                  name: t('app'),
                  facts: [t('appFact')],
                  ...(!isOfOther && { end: removal(t('app')) }),
                },
              ]
            : []),
        ]}
      />
      <LazyDialog>
        {act && factors.data && (
          <FactorDialog
            act={act}
            userId={userId}
            hasPassword={factors.data.has_password}
            onClose={() => setAct(undefined)}
          />
        )}
      </LazyDialog>
    </>
  )
}
