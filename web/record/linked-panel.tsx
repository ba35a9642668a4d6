import { useQuery } from '@tanstack/react-query'
import { Pagination, Skeleton } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import type { ListPage } from '#contract/wire.ts'
import type { CallInput } from '#web/platform/api.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import type { ListEndpoint } from '#web/ui/list/list-config.ts'
import css from './linked-panel.module.css'

const usualPageSize = 20

type Props<T, E extends ListEndpoint<T>> = {
  title: string
  /** The number of rows in words; called if there are any. */
  count: (page: ListPage<T>) => string
  loading: string
  failed: string
  none: string
  /** Actions at the right of the title. */
  acts?: ReactNode
  /** Content below the title. */
  intro?: ReactNode
  endpoint: E & ListEndpoint<T>
  /** The request without the page, which the panel adds. */
  sent: CallInput<E>
  pageSize?: number
  /** A changed scope starts at the first page again. */
  scope?: string
  rowKey: (row: T) => string | number
  /** Renders one row as `<li>`. */
  children: (row: T) => ReactNode
}

/** Records linked to one record, page by page: loading, failure, empty, or rows. */
export function LinkedPanel<T, E extends ListEndpoint<T>>(props: Props<T, E>) {
  const { title, count, loading, failed, none, acts, intro, pageSize = usualPageSize, scope = '', rowKey } = props
  const [at, setAt] = useState({ scope, current: 1 })
  const current = at.scope === scope ? at.current : 1
  const sent = props.sent as { query?: object }
  const query = { ...sent.query, current, pageSize }
  const { data, error, isFetching, refetch } = useQuery({
    // `sent` matches `E`; the page is added to its query.
    ...endpointQuery(props.endpoint as ListEndpoint<T>, { ...sent, query } as never),
    placeholderData: before => (current > 1 ? before : undefined),
  })
  return (
    <section className={css.panel} aria-label={title}>
      <div className={css.head}>
        <h2>{title}</h2>
        {data && data.total > 0 && <span className={css.count}>{count(data)}</span>}
        {acts && <div className={css.acts}>{acts}</div>}
      </div>
      {intro && <p className={css.intro}>{intro}</p>}
      {error && !data && (
        <Failure onRetry={() => void refetch()} isRetrying={isFetching}>
          {failed} {errorText(error)}
        </Failure>
      )}
      {!error && !data && (
        <div role="status" aria-busy aria-label={loading}>
          <Skeleton active title={false} paragraph={{ rows: 4, width: '100%' }} />
        </div>
      )}
      {data?.items.length === 0 && <p className={css.none}>{none}</p>}
      {data && data.items.length > 0 && (
        <ul className="above-3 below-4" aria-busy={isFetching || undefined}>
          {data.items.map(row => (
            <Fragment key={rowKey(row)}>{props.children(row)}</Fragment>
          ))}
        </ul>
      )}
      {data && data.total > pageSize && (
        <Pagination
          size="small"
          current={current}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={next => setAt({ scope, current: next })}
        />
      )}
    </section>
  )
}
