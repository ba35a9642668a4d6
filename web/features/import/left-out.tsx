import { Alert } from 'antd'
import type { Import, ImportPlan } from '#contract/import.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { importMessages } from './messages.ts'

/** A column without a heading goes by its place. */
export const columnName = (column: string, at: number): string => column || `#${at + 1}`

/** Columns that hold something and lead nowhere. */
export function leftOutColumns({ columns, sample }: Import, { mapping }: ImportPlan): string[] {
  return columns.map(columnName).filter((_, at) => !mapping[at] && sample.some(row => row[at]))
}

/** Names the columns of a file that are not imported. */
export function LeftOut({ columns }: { columns: readonly string[] }) {
  const t = useT(importMessages)
  if (columns.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="below-5"
      title={t('leftOut', { count: columns.length, names: columns.join(t('comma')) })}
      description={t('leftOutHint')}
    />
  )
}
