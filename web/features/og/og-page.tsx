import type { HistoryEntry } from '#contract/history.ts'
import { type Og, ogFields } from '#contract/og.api.ts'
import { namesOf } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink, usePage } from '#web/platform/page.tsx'
import { recordMessages } from '#web/record/messages.ts'
import { FactMarks } from '#web/record/parts.tsx'
import { RecordById } from '#web/record/record-by-id.tsx'
import { RecordHistory, useRecordHistory } from '#web/record/record-history.tsx'
import { RecordShell } from '#web/record/record-shell.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import { OgForm } from './og.ts'
import { ogConfig } from './og-config.ts'
import { useOgFacts } from './og-facts.tsx'
import { useOgFormatters } from './og-formatters.tsx'
import { OgOverview } from './og-overview.tsx'

export default function OgPage() {
  const id = Number(usePage().params.id)
  return (
    <RecordById config={ogConfig} id={id}>
      {og => <OgRecord og={og} />}
    </RecordById>
  )
}

function OgRecord({ og }: { og: Og }) {
  const tRecord = useT(recordMessages)
  const formatters = useOgFormatters(cateIdsOf(og, []))
  const facts = useOgFacts(og, formatters)
  const [name, second] = namesOf(og, useLocale())
  return (
    <RecordShell
      config={ogConfig}
      record={og}
      icon={<Avatar name={name} src={og.icon} size={32} />}
      title={name}
      subtitle={second}
      named={name === og.name ? { title: 'name', subtitle: 'eng_name' } : { title: 'eng_name', subtitle: 'name' }}
      marks={
        <>
          <PageLink to="og" search={{ danger_level: og.danger_level }}>
            <DangerLevelTag level={og.danger_level} />
          </PageLink>
          {og.region && (
            <span>
              <PageLink to="og" search={{ region: og.region }}>
                {formatters.region.show(og.region)}
              </PageLink>{' '}
              <FactMarks noun={ogConfig.noun} id={og.id} field="region" />
            </span>
          )}
          {og.is_demo && <span>{tRecord('demo')}</span>}
        </>
      }
      form={close => <OgForm og={og} onClose={close} />}
      facts={facts}
      first={[{ key: 'overview', label: tRecord('overview'), content: <OgOverview og={og} /> }]}
      last={[{ key: 'history', label: tRecord('history'), count: 'history', content: <OgHistory og={og} /> }]}
    />
  )
}

/** Mounted when its tab is first opened, so the request is sent then. */
function OgHistory({ og }: { og: Og }) {
  const { historyQuery, entries, others } = useRecordHistory(ogConfig, og.id)
  const formatters = { ...useOgFormatters(cateIdsOf(og, entries)), ...others }
  return (
    <RecordHistory
      config={ogConfig}
      record={og}
      historyQuery={historyQuery}
      formatters={formatters}
      now={{ present: og, fields: ogFields }}
    />
  )
}

function cateIdsOf(og: Og, entries: readonly HistoryEntry[]): number[] {
  const changed = entries.flatMap(entry => entry.changes.filter(({ field }) => field === 'category_id'))
  const ids = [og.category_id, ...changed.flatMap(({ from, to }) => [from, to])]
  return [...new Set(ids.filter(id => typeof id === 'number'))]
}
