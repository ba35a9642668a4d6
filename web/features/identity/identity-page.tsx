import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Copy, KeySquare, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { type IdentityProvider, listIdentityProviders } from '#contract/identity.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, errorText, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import css from './identity.module.css'
import { removeProvider, testProvider } from './identity.ts'
import { identityMessages } from './messages.ts'
import { scimMessages } from './scim-messages.ts'

const ScimDialog = lazy(() => import('./scim-dialog.tsx'))
const IdentityForm = lazy(() => import('./identity-form.tsx'))

/** `/admin/login`: identity providers with which users log in. */
export default function IdentityPage() {
  const t = useT(identityMessages)
  const [opened, setOpened] = useState<{ provider?: IdentityProvider } | null>(null)
  const providers = useQuery(endpointQuery(listIdentityProviders, {}))
  const items = providers.data?.items ?? []
  return (
    <PageFrame
      title={t('title')}
      text={t('titleText')}
      acts={
        <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({})}>
          {t('add')}
        </Button>
      }
    >
      {providers.isError && <Failure onRetry={() => void providers.refetch()}>{errorText(providers.error)}</Failure>}
      {providers.data && items.length === 0 && (
        <div className={css.empty}>
          <KeySquare size={24} aria-hidden />
          <h2>{t('emptyTitle')}</h2>
          <p className="quiet">{t('emptyText')}</p>
        </div>
      )}
      <ul className="stack gap-4">
        {items.map(provider => (
          <ProviderRow key={provider.id} provider={provider} onEdit={() => setOpened({ provider })} />
        ))}
      </ul>
      {providers.data && (
        <section className={css.addresses}>
          <h2>{t('registerTitle')}</h2>
          <p className="small quiet below-4">{t('registerText', { id: '{id}' })}</p>
          <Address label={t('redirect')} value={providers.data.addresses.redirect} />
          <Address label={t('logout')} value={providers.data.addresses.logout} />
        </section>
      )}
      <LazyDialog>{opened && <IdentityForm provider={opened.provider} onClose={() => setOpened(null)} />}</LazyDialog>
    </PageFrame>
  )
}

function ProviderRow({ provider, onEdit }: { provider: IdentityProvider; onEdit: () => void }) {
  const t = useT(identityMessages)
  const scimT = useT(scimMessages)
  const modal = useModal()
  const [isProvisioning, setIsProvisioning] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [tested, setTested] = useState<Awaited<ReturnType<typeof testProvider>>>()
  const { name, last_failed_at: failedAt, last_used_at: usedAt } = provider
  const isFailing = failedAt !== null && (usedAt === null || usedAt < failedAt)

  async function test() {
    setIsBusy(true)
    try {
      setTested(await testProvider(provider.id))
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  async function remove() {
    const isSure = await modal.confirm({
      title: t('deleteTitle', { name }),
      content: t('deleteText', { count: String(provider.users) }),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
    })
    if (!isSure) return
    try {
      await removeProvider(provider.id)
      notifySuccess(t('deletedNamed', { name }))
    } catch (error) {
      showError(error)
    }
  }

  return (
    <li className={css.provider}>
      <div className="row wrap gap-4">
        <div className={css.text}>
          <h2 className="row wrap gap-3">
            {name} {!provider.is_active && <span className="tag">{t('inactive')}</span>}
          </h2>
          <p className="mono small quiet">{provider.issuer}</p>
          <p className="small faint">
            {[
              t('number', { id: String(provider.id) }),
              t('userCount', { count: String(provider.users) }),
              usedAt === null ? t('unused') : t('used', { at: formatInstant(usedAt) }),
            ].join(' · ')}
          </p>
        </div>
        <div className="row wrap gap-3">
          <Button loading={isBusy} onClick={() => void test()}>
            {t('test')}
          </Button>
          <Button onClick={() => setIsProvisioning(true)}>{scimT('open')}</Button>
          <Button
            icon={<Pencil size={16} aria-hidden />}
            aria-label={t('editNamed', { name })}
            title={t('edit')}
            onClick={onEdit}
          />
          <Button
            icon={<Trash2 size={16} aria-hidden />}
            aria-label={t('deleteNamed', { name })}
            title={t('delete')}
            onClick={() => void remove()}
          />
        </div>
      </div>
      <LazyDialog>
        {isProvisioning && <ScimDialog provider={provider} onClose={() => setIsProvisioning(false)} />}
      </LazyDialog>
      {provider.secret === 'unreadable' && <Failure>{t('unreadable')}</Failure>}
      {!tested && isFailing && (
        <Failure>{t('failed', { at: formatInstant(failedAt), reason: provider.last_failure ?? '' })}</Failure>
      )}
      {tested && !tested.is_ok && <Failure>{t('testFailed', { reason: tested.failure ?? '' })}</Failure>}
      {tested?.is_ok && (
        <p className={css.ok} role="status">
          {t('testOk', { keys: String(tested.keys), address: tested.authorization_endpoint ?? '' })}
          {!tested.has_logout && <span className="block quiet">{t('testNoLogout')}</span>}
        </p>
      )}
    </li>
  )
}

function Address({ label, value }: { label: string; value: string }) {
  const t = useT(identityMessages)
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      notifySuccess(t('copied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }
  return (
    <div className={css.address}>
      <span className="small quiet">{label}</span>
      <code className={css.value}>{value}</code>
      <button type="button" className="icon-button" aria-label={`${t('copy')}: ${label}`} onClick={() => void copy()}>
        <Copy size={16} aria-hidden />
      </button>
    </div>
  )
}
