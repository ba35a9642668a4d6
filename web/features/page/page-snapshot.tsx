import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { getPageLook, Page } from '#contract/page.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { snapshotOptions, versionOptions } from './page-calls.ts'
import { pagePageMessages } from './page-page-messages.ts'
import { PageSizeSwitch, PageStage, usePageSize } from './page-stage.tsx'
import { SnapshotNotes } from './snapshot-notes.tsx'
import { timeMessages } from './time-messages.ts'
import css from './version.module.css'
import type { PageVersionReply } from './version-text.tsx'

/** Blocks loading, scripts and navigation. It precedes the stored page, so the page cannot override it. */
const guard =
  '<!doctype html><meta charset="utf-8">' +
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'\">" +
  '<meta name="referrer" content="no-referrer"><base target="_blank">' +
  '<style>html{background:#fff;color-scheme:light}a,area,button,input,select,textarea{pointer-events:none!important}</style>'

/**
 * The guard comes first and brings its own doctype; the page's doctype is removed, so that the browser sees only one.
 */
export function withGuard(html: string): string {
  return guard + html.replace(/^\s*<!doctype[^>]*>/i, '')
}

type Snapshot = Reply<typeof getPageLook>['snapshot']
type ArchiveViewProps = {
  stored: Pick<PageVersionReply, 'version' | 'html'>
  snapshot: Snapshot
  at: string
  isBusy?: boolean
  children?: ReactNode
}

/** The archived page without active content. */
function ArchiveView({ stored, snapshot, at, isBusy, children }: ArchiveViewProps) {
  const t = useT(pagePageMessages)
  const size = usePageSize()
  const { html, version } = stored
  if (version.is_lost) return <p className={css.note}>{t('lostText')}</p>
  if (html === null) return <p className={css.note}>{t('noHtml')}</p>
  return (
    <div className={css.archive} aria-busy={isBusy}>
      <div className={css.archiveActs}>
        {children}
        <PageSizeSwitch {...size} />
      </div>
      <PageStage title={t('archiveTitle', { at })} html={withGuard(html)} size={size.size} />
      <p className="small quiet">
        {t(snapshot?.state === 'done' ? 'styledNote' : 'archiveNote')} {snapshot && <SnapshotNotes {...snapshot} />}
      </p>
    </div>
  )
}

/** Styles and pictures of a new version arrive soon after it. */
const waitingMs = 5_000

type Props = { page: Page; version: number; since: number | undefined; at: string | undefined; onText: () => void }

/** The archived page in its sandbox; the server has marked additions and removals in it. */
export function PageSnapshot({ page, version, since, at, onText }: Props) {
  const t = useT(timeMessages)
  const stored = useQuery({ ...versionOptions(page.id, version), placeholderData: keepPreviousData })
  const snapshotQuery = useQuery({
    ...snapshotOptions(page.id, version, since),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.snapshot?.state === 'waiting' ? waitingMs : false),
  })
  const failed = stored.error ? stored : snapshotQuery.error ? snapshotQuery : null
  if (failed)
    return (
      <p className={css.note} role="alert">
        {t('failed')} {errorText(failed.error)}
        <Button size="small" onClick={() => void failed.refetch()}>
          {t('retry')}
        </Button>
      </p>
    )
  if (!stored.data || !snapshotQuery.data)
    return (
      <div role="status" aria-busy aria-label={t('loading')}>
        <Skeleton active title={false} paragraph={{ rows: 10, width: '80%' }} />
      </div>
    )
  const { html, is_marked, marked, added, removed, snapshot } = snapshotQuery.data
  const isChanged = added + removed > 0
  return (
    <ArchiveView
      stored={{ version: stored.data.version, html }}
      snapshot={snapshot}
      at={at ?? formatInstant(stored.data.version.fetched_at)}
      isBusy={snapshotQuery.isPlaceholderData}
    >
      <span>
        {is_marked && (isChanged ? t('changed', { added, removed }) : t(marked > 0 ? 'ignored' : 'same'))}
        {since !== undefined && html !== null && !is_marked && t('tooLong')}
      </span>
      <span className="push">
        {t('lookHint')}{' '}
        <Button size="small" onClick={onText}>
          {t('toText')}
        </Button>
      </span>
    </ArchiveView>
  )
}
