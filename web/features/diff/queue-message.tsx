import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { getPagesCoverage } from '#contract/coverage.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { listSites } from '#contract/page.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { useGo } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { useIsReviewer } from '#web/platform/session.ts'
import { Message } from '#web/ui/frame/message.tsx'
import { filterOf } from '#web/ui/list/list-state.ts'
import { diffMessages } from './messages.ts'
import type { ReviewQueue } from './use-queue.ts'

/** Shown instead of rows: the server did not answer, nothing matches, nothing waits, or no site is watched yet. */
export function QueueMessage({ queue, onReset }: { queue: ReviewQueue; onReset: () => void }) {
  const t = useT(diffMessages)
  const { list, tab } = queue
  if (list.error)
    return (
      <Message isPanel={false} role="alert" title={t('failed')} text={errorText(list.error)}>
        <Button onClick={list.reload}>{t('retry')}</Button>
      </Message>
    )
  if (Object.keys(filterOf(list.state)).length > 0)
    return (
      <Message isPanel={false} title={t('filteredTitle')} text={t('filteredText')}>
        <Button onClick={onReset}>{t('reset')}</Button>
      </Message>
    )
  if (tab !== 'waiting') return <Message isPanel={false} title={t('emptyOther')} />
  return <NothingWaits />
}

/** Reports when new changes can be expected, or what to do to get any. */
function NothingWaits() {
  const t = useT(diffMessages)
  const go = useGo()
  // The sites and their coverage are for administrators.
  const enabled = !useIsReviewer()
  const { data } = useQuery({ ...endpointQuery(listSites, { query: { pageSize: 100 } }), enabled })
  const { data: coverage } = useQuery({ ...endpointQuery(getPagesCoverage, {}), meta: { quiet: true }, enabled })
  const covered = useCovered(coverage)
  if (!data) return <Message isPanel={false} title={t('emptyTitle')} />
  if (data.total === 0)
    return (
      <Message isPanel={false} title={t('noSiteTitle')} text={t('noSiteText')}>
        <Button type="primary" onClick={() => go('admin_og')}>
          {t('noSiteAct')}
        </Button>
      </Message>
    )
  const running = data.items.find(({ round }) => round?.state === 'running')
  const next = data.items
    .filter(({ next_at, is_on }) => is_on && next_at !== null)
    .toSorted((a, b) => ((a.next_at ?? '') < (b.next_at ?? '') ? -1 : 1))[0]
  const text = running
    ? t('emptyRunning', { og: displayName(running.og) })
    : next
      ? t('emptyNext', { og: displayName(next.og), at: formatInstant(next.next_at) })
      : t('emptyIdle')
  return (
    <Message isPanel={false} title={t('emptyTitle')} text={text}>
      {covered.length > 0 && <p className="small quiet">{covered.join(' · ')}</p>}
    </Message>
  )
}

/** The figures behind "nothing waits": how many sites and pages were read, when, and how many could not be read. */
function useCovered(coverage: Reply<typeof getPagesCoverage> | undefined): string[] {
  const t = useT(diffMessages)
  if (!coverage) return []
  const { sites, active, incomplete, last_round_at, error, forbidden, quarantined } = coverage
  const unread = error + forbidden
  return [
    t('coveredSites', { sites, pages: active }),
    ...(last_round_at ? [t('coveredAt', { at: formatInstant(last_round_at) })] : []),
    ...(incomplete > 0 ? [t('coveredBroken', { count: incomplete })] : []),
    ...(unread > 0 ? [t('coveredUnread', { count: unread })] : []),
    ...(quarantined > 0 ? [t('coveredFailed', { count: quarantined })] : []),
  ]
}
