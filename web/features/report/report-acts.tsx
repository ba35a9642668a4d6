import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Ellipsis, Link as LinkIcon, Pencil, Printer, Settings2, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Report } from '#contract/report.ts'
import { FollowButton } from '#web/features/notification/notification.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { useRemoving } from '#web/ui/record/use-removing.ts'
import { ExportMenu } from './export-menu.tsx'
import { FlowBar } from './flow-bar.tsx'
import { reportPageMessages } from './page-messages.ts'
import { bringReportBack, forgetReport, moveReportToTrash } from './report-calls.ts'
import css from './report-page.module.css'

const ReportForm = lazy(() => import('./report-form.tsx'))

type Props = { report: Report; onEdit: () => void }

/** Above a report that is read: its next stations, writing, export, and the rarer acts in the menu. */
export function ReportActs({ report, onEdit }: Props) {
  const t = useT(reportPageMessages)
  const [isForm, setIsForm] = useState(false)
  const remove = useRemovingReport(report)
  const mayUpdate = report.can.includes('update')
  const mayWriteText = mayUpdate && report.status === 'draft'
  const items: MenuProps['items'] = [
    ...(mayUpdate
      ? [
          {
            key: 'details',
            icon: <Settings2 size={14} aria-hidden />,
            label: t('details'),
            onClick: () => setIsForm(true),
          },
          { type: 'divider' as const },
        ]
      : []),
    { key: 'link', icon: <LinkIcon size={14} aria-hidden />, label: t('copyLink'), onClick: () => void copyLink() },
    { key: 'print', icon: <Printer size={14} aria-hidden />, label: t('print'), onClick: () => window.print() },
  ]
  if (report.can.includes('delete'))
    items.push(
      { type: 'divider' },
      {
        key: 'delete',
        icon: <Trash2 size={14} aria-hidden className={css.delete} />,
        label: <span className={css.delete}>{t('delete')}</span>,
        onClick: remove,
      },
    )

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(window.location.href)
      notifySuccess(t('linkCopied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }

  return (
    <>
      <FollowButton noun="report" id={report.id} />
      {mayWriteText && (
        <Button icon={<Pencil size={14} aria-hidden />} onClick={onEdit}>
          {t('edit')}
        </Button>
      )}
      {mayWriteText && <EditKey run={onEdit} />}
      <FlowBar
        report={report}
        onMoved={moved => moved.status === 'draft' && report.status === 'published' && onEdit()}
      />
      <ExportMenu report={report} />
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button icon={<Ellipsis size={16} aria-hidden />} aria-label={t('more')} aria-haspopup="menu" />
      </Dropdown>
      <Suspense>{isForm && <ReportForm report={report} onClose={() => setIsForm(false)} />}</Suspense>
    </>
  )
}

function EditKey({ run }: { run: () => void }) {
  const t = useT(reportPageMessages)
  useShortcut('e', t('editKey'), run)
  return null
}

/** Moves it to the trash; its list takes the place of its page. */
function useRemovingReport(report: Report): () => void {
  const t = useT(reportPageMessages)
  const client = useQueryClient()
  const go = useGo()
  const name = report.title
  return useRemoving({
    noticeId: `report-deleted-${report.id}`,
    texts: { deleted: t('deleted', { name }), undo: t('undo'), undone: t('undone', { name }) },
    move: () => moveReportToTrash(report.id),
    bringBack: () => bringReportBack(client, report.id),
    leave: () => go('report', { replace: true }),
    forget: () => forgetReport(client, report.id),
    reopen: () => go('report_detail', { params: { id: report.id } }),
  })
}
