import { Button, Drawer } from 'antd'
import type { User } from '#contract/user.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { FactorList } from './factor-list.tsx'
import { FeedList } from './feed-list.tsx'
import { IdentityList } from './identity-list.tsx'
import { accessMessages } from './messages.ts'
import { SessionList } from './session-list.tsx'
import { TokenList } from './token-list.tsx'
import { stopAccess } from './user.ts'

/** Sessions and feeds of a user, which an administrator can end. */
export default function AccessDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useT(accessMessages)
  const endAll = useEndAccess()
  return (
    <Drawer
      open
      title={<div className="ellipsis">{t('title', { name: user.username })}</div>}
      size="min(640px, 100vw)"
      onClose={onClose}
      closable={{ 'aria-label': t('close') }}
      styles={{ title: { minWidth: 0 } }}
      footer={
        <div className="flex to-end">
          <Button danger onClick={() => void endAll(user)}>
            {t('endAll')}
          </Button>
        </div>
      }
    >
      <div className="stack gap-5">
        {!user.is_service && <SessionList userId={user.id} isOfOther />}
        {!user.is_service && <FactorList userId={user.id} username={user.username} isOfOther />}
        {!user.is_service && <IdentityList userId={user.id} isOfOther />}
        <TokenList userId={user.id} canCreate={user.is_service} isOfOther />
        <FeedList userId={user.id} />
      </div>
    </Drawer>
  )
}

/** Confirms, ends all access of a user, and reports the numbers. */
function useEndAccess(): (user: User) => Promise<void> {
  const t = useT(accessMessages)
  const modal = useModal()
  return async user => {
    const name = user.username
    const isSure = await modal.confirm({
      title: t('endTitle', { name }),
      content: t('endText'),
      okText: t('endAll'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
    })
    if (!isSure) return
    try {
      const { sessions, feeds } = await stopAccess(user.id)
      notifySuccess(t('ended', { name, sessions, feeds }))
    } catch (error) {
      showError(error)
    }
  }
}
