import { Skeleton } from 'antd'
import type { HistoryEntry } from '#contract/history.ts'
import { useT } from '#web/platform/i18n.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { HistoryList, HistoryTail, type RestoreOptions } from './history-list.tsx'
import { historyMessages } from './messages.ts'

/** The parts of an infinite query that this component uses. */
type HistoryPages = {
  data: { pages: { items: HistoryEntry[] }[] } | undefined
  isError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type Props = { pages: HistoryPages; formatters: FieldFormatters; restoring?: RestoreOptions | undefined }

/** A record's whole history: loading, failure, empty, or page after page. */
export function HistoryView({ pages, formatters, restoring }: Props) {
  const t = useT(historyMessages)
  const entries = pages.data?.pages.flatMap(page => page.items)
  if (!entries && pages.isError)
    return (
      <Failure isWhole onRetry={() => void pages.refetch()}>
        {t('failed')}
      </Failure>
    )
  if (!entries)
    return (
      <div aria-busy aria-label={t('loading')} role="status">
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    )
  if (entries.length === 0) return <p className="faint">{t('empty')}</p>
  return (
    <>
      <HistoryList entries={entries} formatters={formatters} restoring={restoring} />
      <HistoryTail
        hasMore={pages.hasNextPage}
        isLoading={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
      />
    </>
  )
}
