import { useQuery } from '@tanstack/react-query'
import { type Overview, ogOverview, personOverview } from '#contract/overview.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { timeText } from '#web/features/event/event.ts'
import { formatDay } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { overviewMessages } from './messages.ts'

const most = 3

/** Preview next to a search result: new changes and latest events, without links or buttons. */
export default function OverviewPreview({ noun, id }: { noun: PartyEntity; id: number }) {
  const t = useT(overviewMessages)
  const endpoint = { og: ogOverview, person: personOverview }[noun]
  const { data } = useQuery({
    ...endpointQuery(endpoint, { params: { id } }, { isBackground: true }),
    staleTime: 60_000,
  })
  if (!data) return null
  const { since, changes } = data
  return (
    <>
      {since && changes > 0 && <p className="small">{t('changes', { count: changes, time: formatDay(since) })}</p>}
      <Lines title={t('waiting')} lines={diffLines(data)} />
      <Lines title={t('events')} lines={eventLines(data)} />
    </>
  )
}

type PreviewLine = { id: number; at: string; text: string }

const diffLines = ({ diffs }: Overview): PreviewLine[] =>
  diffs.slice(0, most).map(({ id, created_at, page, excerpt }) => ({
    id,
    at: formatDay(created_at),
    text: excerpt || page.title || page.url,
  }))

const eventLines = ({ events }: Overview): PreviewLine[] =>
  events
    .slice(-most)
    .toReversed()
    .map(({ id, start_time, title }) => ({ id, at: timeText({ start_time, end_time: null }), text: title }))

function Lines({ title, lines }: { title: string; lines: readonly PreviewLine[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="small faint">{title}</h3>
      <ul>
        {lines.map(({ id, at, text }) => (
          <li key={id} className="small">
            <span className="lines">
              <span className="faint">{at}</span> {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
