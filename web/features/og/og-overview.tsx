import type { ReactNode } from 'react'
import type { History } from '#contract/history.ts'
import { type Og, type OgField, ogCard } from '#contract/og.ts'
import { SiteLine } from '#web/features/site/site.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useLabels } from '#web/ui/card/labels.ts'
import { AccessLines } from '#web/ui/form/access-lines.tsx'
import { reachOf } from '#web/ui/form/access-reach.ts'
import { HistoryView } from '#web/ui/history/history-view.tsx'
import { OutLink } from '#web/ui/out-link.tsx'
import type { FieldLook } from '#web/ui/record/look.ts'
import { RecordSection } from '#web/ui/record/record-page.tsx'
import css from './og-page.module.css'
import { ogPageMessages } from './page-messages.ts'

type Asked = Parameters<typeof HistoryView>[0]['asked']
type Props = { og: Og; looks: Record<OgField, FieldLook>; history: Asked }

const latestAtMost = 3

/** Description, latest changes, the site, and who has access. */
export function OgOverview({ og, looks, history }: Props) {
  const t = useT(ogPageMessages)
  return (
    <>
      <RecordSection title={t('desc')}>
        {og.desc ? <p className={css.desc}>{og.desc}</p> : <p className={css.none}>{t('noDesc')}</p>}
      </RecordSection>
      <RecordSection
        title={t('latest')}
        more={
          <PageLink to="og_detail" params={{ id: og.id }} search={{ tab: 'history' }}>
            {t('allChanges')}
          </PageLink>
        }
      >
        <HistoryView asked={latestOf(history)} looks={looks} />
      </RecordSection>
      <OgSite og={og} />
      <RecordSection title={t('access')}>
        <ul className={css.access}>
          <AccessLines reach={reachOf(og)} />
        </ul>
      </RecordSection>
    </>
  )
}

/** The newest few; the way to the others is the tab. */
function latestOf(history: Asked): Asked {
  const items: History[] | undefined = history.data?.pages[0]?.items.slice(0, latestAtMost)
  return { ...history, data: items && { pages: [{ items }] }, hasNextPage: false }
}

function OgSite({ og }: { og: Og }) {
  const t = useT(ogPageMessages)
  const label = useLabels(ogCard)
  const hasSite = Boolean(og.host) || og.entrances.length > 0
  if (!hasSite && og.forbidden_rules.length === 0) return null
  return (
    <RecordSection title={t('site')}>
      {hasSite && <SiteLine ogId={og.id} />}
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
