import { Button, Dropdown, type MenuProps } from 'antd'
import { Ban, Ellipsis, Eye, FileDown, RefreshCw, Trash2 } from 'lucide-react'
import { exportEvidence, type Page } from '#contract/page.api.ts'
import { FollowButton } from '#web/features/notification/notification.ts'
import { download, saveFile } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import { pageWords } from './messages.ts'
import { pagePageMessages } from './page-page-messages.ts'
import { usePageActs } from './use-page-acts.ts'

/** Fetch now, mark as evidence, and less frequent actions. */
export function PageActs({ page, versionId }: { page: Page; versionId: number | undefined }) {
  const t = useT(pagePageMessages)
  const tPage = useT(pageWords)
  const go = useGo()
  const acts = usePageActs(() => go('admin_pages', { replace: true }))
  const isStopped = page.status === 'forbidden'

  async function save(version?: number) {
    try {
      const query = version === undefined ? {} : { version: [String(version)] }
      await saveFile(await download(exportEvidence, { params: { id: page.id }, query }))
      notifySuccess(t('evidenceSaved'))
    } catch (error) {
      showError(error)
    }
  }

  const exports: MenuProps['items'] = [
    {
      key: 'one',
      label: t('evidenceOne'),
      disabled: versionId === undefined,
      onClick: () => void save(versionId),
    },
    { key: 'all', label: t('evidenceAll'), onClick: () => void save() },
  ]
  const rare: MenuProps['items'] = []
  if (page.can.includes('update'))
    rare.push({
      key: 'watch',
      icon: isStopped ? <Eye size={14} aria-hidden /> : <Ban size={14} aria-hidden />,
      label: tPage(isStopped ? 'watchAgain' : 'stopWatching'),
      onClick: () => acts.setStatus(page, isStopped ? 'active' : 'forbidden'),
    })
  if (page.can.includes('delete'))
    rare.push(
      { type: 'divider' },
      {
        key: 'forget',
        icon: <Trash2 size={14} aria-hidden className="danger" />,
        label: <span className="danger">{tPage('forget')}</span>,
        onClick: () => acts.forget(page),
      },
    )
  return (
    <>
      <FollowButton noun="page" id={page.id} />
      {page.can.includes('fetch') && !isStopped && (
        <Button
          type="primary"
          icon={<RefreshCw size={14} aria-hidden />}
          disabled={acts.isBusy}
          onClick={() => acts.fetchNow(page)}
        >
          {tPage('fetchNow')}
        </Button>
      )}
      {page.versions > 0 && (
        <Dropdown menu={{ items: exports }} trigger={['click']} placement="bottomRight">
          <Button icon={<FileDown size={14} aria-hidden />} aria-haspopup="menu">
            {t('evidence')}
          </Button>
        </Dropdown>
      )}
      {rare.length > 0 && (
        <Dropdown menu={{ items: rare }} trigger={['click']} placement="bottomRight">
          <Button icon={<Ellipsis size={16} aria-hidden />} aria-label={t('moreActs')} aria-haspopup="menu" />
        </Dropdown>
      )}
    </>
  )
}
