import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useCallback } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { diffOptions, wholeComparison } from './diff-calls.ts'
import { DiffView } from './diff-view.tsx'
import { rowMessages } from './row-messages.ts'

/** The texts of one difference row by row, or that they are loading or unavailable. */
export function DiffBody({ id, isSlim }: { id: number; isSlim?: boolean }) {
  const t = useT(rowMessages)
  const { data, error, refetch, isFetching } = useQuery(diffOptions(id))
  const loadAll = useCallback(() => wholeComparison(id), [id])
  if (data) return <DiffView comparison={data.comparison} loadAll={loadAll} isSlim={isSlim ?? false} />
  if (error)
    return (
      <Failure isWhole onRetry={() => void refetch()} isRetrying={isFetching}>
        {errorText(error)}
      </Failure>
    )
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />
    </div>
  )
}
