import { Button, Skeleton } from 'antd'
import {
  type Overview,
  type OverviewCounts,
  ogOverview,
  personOverview,
  visitOg,
  visitPerson,
} from '#contract/overview.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { useOverview, useVisit } from '#web/record/use-overview.ts'
import { overviewMessages } from './messages.ts'
import css from './overview.module.css'
import { OverviewDiffs } from './overview-diffs.tsx'
import { OverviewEvents } from './overview-events.tsx'
import { OverviewMentions } from './overview-mentions.tsx'
import { OverviewPapers } from './overview-papers.tsx'
import { OverviewLinks, OverviewPersons } from './overview-people.tsx'
import { OverviewReasons } from './overview-reasons.tsx'
import { TabLink } from './overview-section.tsx'

const calls = {
  og: { get: ogOverview, visit: visitOg },
  person: { get: personOverview, visit: visitPerson },
}

/** New changes and the first few items of each section for one organisation or person; empty sections are left out. */
export default function OverviewParts({ noun, id }: { noun: PartyEntity; id: number }) {
  const t = useT(overviewMessages)
  const { data, error, isFetching, refetch } = useOverview(calls[noun], id)
  useVisit(calls[noun], id, data !== undefined)
  if (error && !data)
    return (
      <p role="alert" className="above-5">
        {t('partsFailed')} {errorText(error)}
        <Button type="link" loading={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </p>
    )
  if (!data)
    return (
      <div role="status" aria-busy aria-label={t('loading')} className="above-5">
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    )
  const of = { noun, id, overview: data }
  return (
    <>
      <ChangesSince since={data.since} changes={data.changes} of={{ noun, id }} />
      <Failed failed={data.failed} isBusy={isFetching} onRetry={() => void refetch()} />
      <OverviewReasons {...of} />
      <OverviewDiffs {...of} />
      <OverviewEvents {...of} />
      {noun === 'og' && <OverviewPersons {...of} />}
      <OverviewLinks {...of} />
      <OverviewMentions {...of} />
      <OverviewPapers {...of} />
    </>
  )
}

/** Names the sections that could not be read, so that no one takes their absence for no data. */
function Failed({ failed, isBusy, onRetry }: { failed: Overview['failed']; isBusy: boolean; onRetry: () => void }) {
  const t = useT(overviewMessages)
  if (failed.length === 0) return null
  return (
    <p role="alert" className="above-5">
      {t('someFailed', { parts: failed.map(part => t(`part_${part}`)).join(t('comma')) })}
      <Button type="link" loading={isBusy} onClick={onRetry}>
        {t('retry')}
      </Button>
    </p>
  )
}

/** A full page of changes might be followed by more. */
const countedUpTo = 20

type ChangesSinceProps = {
  since: string | null
  changes: OverviewCounts['history'] & number
  of: { noun: PartyEntity; id: number }
}

function ChangesSince({ since, changes, of }: ChangesSinceProps) {
  const t = useT(overviewMessages)
  if (since === null || changes === 0) return null
  return (
    <p className={css.news}>
      {t(changes < countedUpTo ? 'changes' : 'manyChanges', { count: changes, time: formatInstant(since) })}
      <TabLink of={of} tab="history">
        {t('seeHistory')}
      </TabLink>
    </p>
  )
}
