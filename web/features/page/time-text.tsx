import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Suspense } from 'react'
import type { Page } from '#contract/page.api.ts'
import { DiffRows } from '#web/features/diff/diff.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { comparedOptions, versionOptions } from './page-calls.ts'
import { QuoteArea } from './quote-area.tsx'
import { timeMessages } from './time-messages.ts'
import css from './version.module.css'
import { VersionText } from './version-text.tsx'

type Props = {
  page: Page
  version: number
  since: { id: number; fetched_at: string } | undefined
  /** Time at which the version was fetched. */
  at: string
}

/** The text of a version with additions and removals since another one; its selection can be quoted. */
export function TimeText({ page, version, since, at }: Props) {
  const t = useT(timeMessages)
  const source = { title: page.title || page.url, url: page.url }
  return (
    <QuoteArea
      now={{ ...source, version, at }}
      og={page.og.id}
      pageId={page.id}
      before={since ? { ...source, version: since.id, at: since.fetched_at } : null}
    >
      <p className={css.note}>{t('quoteHint')}</p>
      {since ? <MarkedChanges page={page} from={since.id} to={version} /> : <Plain page={page} version={version} />}
    </QuoteArea>
  )
}

function MarkedChanges({ page, from, to }: { page: Page; from: number; to: number }) {
  const t = useT(timeMessages)
  const comparedQuery = useQuery({ ...comparedOptions(page.id, from, to), placeholderData: keepPreviousData })
  if (comparedQuery.error) return <Failed error={comparedQuery.error} onRetry={() => void comparedQuery.refetch()} />
  if (!comparedQuery.data) return <Waiting />
  return (
    <div aria-busy={comparedQuery.isPlaceholderData}>
      {comparedQuery.data.rows.every(({ kind }) => kind === 'same') && <p className={css.note}>{t('same')}</p>}
      <Suspense fallback={<Waiting />}>
        <DiffRows comparison={comparedQuery.data} layout="unified" />
      </Suspense>
    </div>
  )
}

function Plain({ page, version }: { page: Page; version: number }) {
  const versionQuery = useQuery({ ...versionOptions(page.id, version), placeholderData: keepPreviousData })
  if (versionQuery.error) return <Failed error={versionQuery.error} onRetry={() => void versionQuery.refetch()} />
  return versionQuery.data ? <VersionText stored={versionQuery.data} /> : <Waiting />
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT(timeMessages)
  return (
    <Failure isWhole onRetry={onRetry}>
      {t('failed')} {errorText(error)}
    </Failure>
  )
}

function Waiting() {
  const t = useT(timeMessages)
  return (
    <div role="status" aria-busy aria-label={t('loading')}>
      <Skeleton active title={false} paragraph={{ rows: 10, width: '80%' }} />
    </div>
  )
}
