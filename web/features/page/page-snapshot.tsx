import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { getPageLook, Page } from '#contract/page.api.ts'
import { withGuard } from '#contract/page-guard.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { snapshotOptions, versionOptions } from './page-calls.ts'
import { pagePageMessages } from './page-page-messages.ts'
import { PageSizeSwitch, PageStage, type PageTicket, usePageSize } from './page-stage.tsx'
import { SnapshotNotes } from './snapshot-notes.tsx'
import { timeMessages } from './time-messages.ts'
import css from './version.module.css'
import type { PageVersionReply } from './version-text.tsx'
import { ViewFailure, ViewLoading } from './view-state.tsx'

type Snapshot = Reply<typeof getPageLook>['snapshot']
type ArchiveViewProps = {
  stored: Pick<PageVersionReply, 'version' | 'html'>
  snapshot: Snapshot
  at: string
  /** Set if archived pages have an origin of their own. */
  ticket: PageTicket | undefined
  isBusy?: boolean
  children?: ReactNode
}

/** The archived page without active content. */
function ArchiveView({ stored, snapshot, at, ticket, isBusy, children }: ArchiveViewProps) {
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
      <PageStage title={t('archiveTitle', { at })} html={withGuard(html)} ticket={ticket} size={size.size} />
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
  if (failed) return <ViewFailure query={failed} />
  if (!stored.data || !snapshotQuery.data) return <ViewLoading />
  const { html, is_marked, marked, added, removed, snapshot, is_separate } = snapshotQuery.data
  const isChanged = added + removed > 0
  return (
    <ArchiveView
      stored={{ version: stored.data.version, html }}
      snapshot={snapshot}
      at={at ?? formatInstant(stored.data.version.fetched_at)}
      ticket={is_separate ? { pageId: page.id, version, since } : undefined}
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
