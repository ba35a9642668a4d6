import { Skeleton } from 'antd'
import { useEffect } from 'react'
import { InboxClear, InboxFailures, InboxList, NewSince, useInbox } from '#web/features/inbox/inbox.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './digest.module.css'
import { digestMessages } from './digest-messages.ts'
import { dashboardMessages } from './messages.ts'

const shownAtMost = 12
const storageKey = 'digest_rows'

/** The head of the inbox; read by the page from its start, since the digest is drawn only below the first steps. */
export function useDigest() {
  return useInbox({ kind: undefined, limit: shownAtMost })
}

/** The head of the inbox since the last visit: the gravest dozen, cleared with the keys of the inbox. */
export function DailyDigest({ digest }: { digest: ReturnType<typeof useDigest> }) {
  const t = useT(digestMessages)
  const words = useT(dashboardMessages)
  const { inbox, items, left, isAtLeast, decide } = digest
  const { data } = inbox
  const rows = items.length
  useEffect(() => {
    if (data) writeStored(storageKey, String(rows))
  }, [data, rows])
  return (
    <section className={css.brief} aria-label={t('brief')} aria-busy={!data}>
      <header className="flex wrap baseline gap-x-4 pad-x-5 pad-y-4">
        <h2>{t('brief')}</h2>
        <NewSince items={items} left={left} since={data?.since} />
        {left > 0 && (
          <PageLink to="inbox" className="small push">
            {t('whole', { count: left })}
          </PageLink>
        )}
      </header>
      {!data && inbox.error ? (
        <Failure isWhole onRetry={() => void inbox.refetch()}>
          {words('failedText')} {errorText(inbox.error)}
        </Failure>
      ) : !data ? (
        <Placeholder label={`${words('loading')}: ${t('brief')}`} />
      ) : (
        <>
          <InboxFailures failed={data.failed} isBusy={inbox.isFetching} onRetry={() => void inbox.refetch()} />
          {items.length > 0 ? (
            <InboxList label={t('brief')} items={items} since={data.since} onDecide={decide} />
          ) : (
            data.failed.length === 0 && <InboxClear lookedAt={data.looked_at} isAtLeast={isAtLeast} />
          )}
        </>
      )}
    </section>
  )
}

/** As high as the list was at the last visit, so that nothing below moves when it arrives. */
function Placeholder({ label }: { label: string }) {
  const rows = Math.min(shownAtMost, Math.max(1, Number(readLocalStorage(storageKey)) || 1))
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same.
        <div key={row} className={css.bone}>
          <Skeleton active title={false} paragraph={{ rows: 1, width: '60%' }} />
        </div>
      ))}
    </div>
  )
}
