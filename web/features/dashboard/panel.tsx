import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'

export type Asked<T> = { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown }

type Props<T> = {
  title: string
  /** The way to all of it. */
  more?: ReactNode
  asked: Asked<T>
  /** Rows that will come, so that nothing jumps. */
  rows: number
  isWide?: boolean
  /** Nothing to show: the panel is not drawn. */
  isEmpty?: (data: T) => boolean
  children: (data: T) => ReactNode
}

/** One part of the dashboard: it loads, fails and is tried again by itself. */
export function Panel<T>({ title, more, asked, rows, isWide = false, isEmpty, children }: Props<T>) {
  const t = useT(dashboardMessages)
  if (asked.data !== undefined && isEmpty?.(asked.data)) return null
  return (
    <section className={css.panel} data-wide={isWide || undefined} aria-label={title}>
      <div className="flex baseline spread gap-4 below-3">
        <h2>{title}</h2>
        {more}
      </div>
      {asked.data !== undefined ? (
        children(asked.data)
      ) : asked.isError ? (
        <p role="alert">
          {t('failedText')} {errorText(asked.error)}
          <Button type="link" onClick={() => void asked.refetch()}>
            {t('retry')}
          </Button>
        </p>
      ) : (
        <div role="status" aria-label={`${t('loading')}: ${title}`}>
          <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
        </div>
      )}
    </section>
  )
}
