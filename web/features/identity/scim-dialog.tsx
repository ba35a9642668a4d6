import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Select } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import type { IdentityProvider } from '#contract/identity.api.ts'
import { roles } from '#contract/role.ts'
import { listScimCredentials, type ScimCredential } from '#contract/scim.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, errorText, showError } from '#web/platform/query.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { OnceShown } from '#web/ui/secret/once-shown.tsx'
import css from './identity.module.css'
import { makeScimCredential, stopScimCredential } from './identity.ts'
import { scimMessages } from './scim-messages.ts'

type Props = { provider: IdentityProvider; onClose: () => void }

/** Provisioning of users and groups by a provider: the address to enter there, and the credentials. */
export default function ScimDialog({ provider, onClose }: Props) {
  const t = useT(scimMessages)
  const found = useQuery(endpointQuery(listScimCredentials, { params: { id: provider.id } }))
  const { items = [], address = '', users = 0, groups = 0 } = found.data ?? {}
  return (
    <Modal open title={t('title', { name: provider.name })} footer={null} onCancel={onClose}>
      <p className="quiet below-4">{t('text')}</p>
      {found.isError && <Failure onRetry={() => void found.refetch()}>{errorText(found.error)}</Failure>}
      {found.data && (
        <div className="stack gap-4">
          <div>
            <span className="small quiet">{t('address')}</span>
            <code className={css.tenant}>{address}</code>
            <span className="small faint">{t('counts', { users: String(users), groups: String(groups) })}</span>
          </div>
          <NewCredential providerId={provider.id} />
          <ul>
            {items.map(credential => (
              <CredentialRow key={credential.id} providerId={provider.id} credential={credential} />
            ))}
          </ul>
        </div>
      )}
    </Modal>
  )
}

function CredentialRow({ providerId, credential }: { providerId: number; credential: ScimCredential }) {
  const t = useT(scimMessages)
  const roleName = useT(roleMessages)
  const modal = useModal()
  const { id, name, hint, new_role: role, last_used_at: usedAt } = credential
  async function revoke() {
    const isSure = await modal.confirm({
      title: t('revokeTitle', { name }),
      content: t('revokeText'),
      okText: t('revoke'),
      okButtonProps: { danger: true },
      cancelText: t('keep'),
    })
    if (!isSure) return
    try {
      await stopScimCredential(providerId, id)
      notifySuccess(t('revoked', { name }))
    } catch (error) {
      showError(error)
    }
  }
  return (
    <li className="row gap-4 pad-y-3 line-above">
      <div className="grow break">
        {name} <span className="mono small faint">…{hint}</span>
        <div className="small faint">
          {t('role', { role: roleName(role) })} ·{' '}
          {usedAt === null ? t('unused') : t('used', { at: formatInstant(usedAt) })}
        </div>
      </div>
      <Button size="small" aria-label={t('revokeNamed', { name })} onClick={() => void revoke()}>
        {t('revoke')}
      </Button>
    </li>
  )
}

function NewCredential({ providerId }: { providerId: number }) {
  const t = useT(scimMessages)
  const roleName = useT(roleMessages)
  const id = useId()
  const [name, setName] = useState('')
  const [role, setRole] = useState<ScimCredential['new_role']>('reader')
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function make(event: FormEvent) {
    event.preventDefault()
    if (isBusy || name.trim() === '') return
    setIsBusy(true)
    try {
      const { secret } = await makeScimCredential(providerId, { name: name.trim(), new_role: role })
      setMade({ name: name.trim(), secret })
      setName('')
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  if (made)
    return (
      <OnceShown
        title={t('made', { name: made.name })}
        secret={made.secret}
        howTo={t('howTo')}
        onAnother={() => setMade(null)}
      />
    )
  return (
    <form className="stack gap-3" onSubmit={event => void make(event)}>
      <div className="stack gap-2">
        <label htmlFor={`${id}n`}>{t('name')}</label>
        <Input id={`${id}n`} value={name} maxLength={60} onChange={event => setName(event.target.value)} />
      </div>
      <div className="stack gap-2">
        <label htmlFor={`${id}r`}>{t('newRole')}</label>
        <Select
          id={`${id}r`}
          value={role}
          options={roles.map(each => ({ value: each, label: roleName(each) }))}
          onChange={setRole}
        />
      </div>
      <div>
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={name.trim() === ''}>
          {t('create')}
        </Button>
      </div>
    </form>
  )
}
