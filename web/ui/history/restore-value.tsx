import { Button, Popconfirm } from 'antd'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import css from './history.module.css'
import { historyMessages } from './messages.ts'

type Props = {
  label: string
  /** The value to restore, formatted; null means empty. */
  value: ReactNode
  restore: () => Promise<unknown>
}

/** Restores one field to an earlier value, after showing it. */
export function RestoreValue({ label, value, restore }: Props) {
  const t = useT(historyMessages)
  async function run() {
    try {
      await restore()
      notifySuccess(t('restored', { field: label }))
    } catch (error) {
      showError(error)
    }
  }
  return (
    <Popconfirm
      title={t('restoreTitle', { field: label })}
      description={<div className={css.confirm}>{value ?? t('nothingThere')}</div>}
      okText={t('restoreDo')}
      cancelText={t('cancel')}
      onConfirm={run}
      placement="bottomRight"
      icon={null}
    >
      <Button
        size="small"
        type="text"
        className={css.restore}
        icon={<Undo2 size={14} aria-hidden />}
        aria-label={t('restoreLabel', { field: label })}
      >
        {t('restoreValue')}
      </Button>
    </Popconfirm>
  )
}
