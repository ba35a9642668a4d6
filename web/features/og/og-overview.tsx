import type { ReactNode } from 'react'
import { type Og, ogSchema } from '#contract/og.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { FactMarks, RecordParts } from '#web/record/parts.tsx'
import { OverviewColumns, RecordSection } from '#web/record/record-page.tsx'
import { AccessSection, DescSection } from '#web/record/record-sections.tsx'
import { OutLink } from '#web/ui/out-link.tsx'
import { useLabels } from '#web/ui/schema/labels.ts'
import { ogConfig } from './og-config.ts'
import css from './og-page.module.css'
import { ogPageMessages } from './page-messages.ts'

/** Description, main facts, site and access. */
export function OgOverview({ og }: { og: Og }) {
  return (
    <OverviewColumns>
      <DescSection desc={og.desc} mark={<FactMarks noun={ogConfig.noun} id={og.id} field="desc" />} />
      <RecordParts place="first" noun={ogConfig.noun} id={og.id} />
      <OgSite og={og} />
      <AccessSection record={og} />
    </OverviewColumns>
  )
}

function OgSite({ og }: { og: Og }) {
  const t = useT(ogPageMessages)
  const label = useLabels(ogSchema)
  const hasSite = Boolean(og.host) || og.entrances.length > 0
  if (!hasSite && og.forbidden_rules.length === 0) return null
  return (
    <RecordSection title={t('site')}>
      {hasSite && <RecordParts place="overview" noun={ogConfig.noun} id={og.id} />}
      <dl className={css.site}>
        {og.entrances.length > 0 && (
          <Line label={label('entrances')}>
            {og.entrances.map(address => (
              <div key={address} className={css.mono}>
                <OutLink address={address} />
              </div>
            ))}
          </Line>
        )}
        {og.forbidden_rules.length > 0 && (
          <Line label={label('forbidden_rules')}>
            {og.forbidden_rules.map(rule => (
              <div key={rule} className={css.mono}>
                {rule}
              </div>
            ))}
          </Line>
        )}
      </dl>
    </RecordSection>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
