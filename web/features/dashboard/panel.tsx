import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'

export type PanelQuery<T> = { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown }

type Props<T> = {
  title: string
  /** Link to the full list. */
  more?: ReactNode
  query: PanelQuery<T>
  /** Expected number of rows: reserves the height, so the layout does not shift. */
  rows: number
  isWide?: boolean
  /** True if there is nothing to show: the panel is then not drawn. */
  isEmpty?: (data: T) => boolean
  children: (data: T) => ReactNode
}

/** One part of the dashboard. It loads, fails and is retried independently of the others. */
export function Panel<T>({ title, more, query, rows, isWide = false, isEmpty, children }: Props<T>) {
  const t = useT(dashboardMessages)
  if (query.data !== undefined && isEmpty?.(query.data)) return null
  return (
    <section className={css.panel} data-wide={isWide || undefined} aria-label={title}>
      <div className="flex baseline spread gap-4 below-3">
        <h2>{title}</h2>
        {more}
      </div>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <Failure onRetry={() => void query.refetch()}>
          {t('failedText')} {errorText(query.error)}
        </Failure>
      ) : (
        <div role="status" aria-label={`${t('loading')}: ${title}`}>
          <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
        </div>
      )}
    </section>
  )
}
