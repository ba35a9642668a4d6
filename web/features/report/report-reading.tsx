import { Alert, Button } from 'antd'
import { useId, useMemo, useRef } from 'react'
import type { Report } from '#contract/report.api.ts'
import { AssistantNote } from '#web/features/assistant/assistant.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { OgNames } from './body/body-parts.tsx'
import { BodyView } from './body/body-view.tsx'
import { FourEyes } from './four-eyes.tsx'
import { reportPageMessages } from './page-messages.ts'
import { ReportActs } from './report-acts.tsx'
import { reportCalls } from './report-calls.ts'
import { ReportFrame, type SideTab } from './report-frame.tsx'
import { ReportInfo } from './report-info.tsx'
import css from './report-page.module.css'
import { usePresence } from './work/presence.ts'
import { PresenceLine } from './work/presence-line.tsx'
import { useWorkTabs } from './work/work-tabs.tsx'

type Props = { report: Report; mayWrite: boolean; onEdit: () => void }

/** The report for reading. */
export function ReportReading({ report, mayWrite, onEdit }: Props) {
  const t = useT(reportPageMessages)
  const idPrefix = useId()
  const { isActive } = usePage()
  const textRef = useRef<HTMLDivElement>(null)
  const presence = usePresence(report.id, { isEditing: false, isHere: mayWrite && isActive })
  const work = useWorkTabs(report, textRef)
  const side: SideTab[] = [
    {
      key: 'info',
      label: t('info'),
      content: <ReportInfo report={report} body={report.body} idPrefix={idPrefix} mayWrite={mayWrite} />,
    },
    ...(mayWrite ? work : []),
  ]
  const ogNames = useMemo(
    () => new Map([...report.ogs, ...(report.named?.ogs ?? [])].map(og => [og.id, og])),
    [report.ogs, report.named],
  )
  const isNewer = presence !== null && presence.rev > report.rev
  const isCorrection = mayWrite && report.published_version !== null && report.status !== 'published'
  return (
    <ReportFrame
      report={report}
      marks={mayWrite && <PresenceLine presence={presence} />}
      acts={<ReportActs report={report} onEdit={onEdit} />}
      banner={
        <>
          {isNewer && (
            <Alert
              className={css.banner}
              type="info"
              title={t('newer')}
              action={
                <Button size="small" onClick={() => void reportCalls.reload()}>
                  {t('showNewer')}
                </Button>
              }
            />
          )}
          {mayWrite && <AssistantNote noun="report" id={report.id} />}
          <FourEyes report={report} />
          {isCorrection && report.status !== 'archived' && (
            <Alert
              className={css.banner}
              type="info"
              title={t('correcting', { version: String(report.published_version) })}
            />
          )}
        </>
      }
      side={side}
    >
      <div ref={textRef} className={css.paper}>
        {report.summary && (
          <section className={css.summary} aria-label={t('summary')}>
            {report.summary}
          </section>
        )}
        <OgNames value={ogNames}>
          <BodyView body={report.body} idPrefix={idPrefix} />
        </OgNames>
      </div>
    </ReportFrame>
  )
}
