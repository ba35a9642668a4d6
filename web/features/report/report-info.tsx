import type { ReactNode, RefObject } from 'react'
import type { Report } from '#contract/report.api.ts'
import type { ReportBody } from '#contract/report-body.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName, type Named } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import record from '#web/record/record.module.css'
import { AccessText } from '#web/ui/list/cells.tsx'
import { bodyText, countWords, outlineOf } from './body/body-text.ts'
import { headingId } from './body/body-view.tsx'
import { reportPageMessages } from './page-messages.ts'
import css from './report-page.module.css'

type TextRef = { textRef?: RefObject<HTMLElement | null> }
type Props = TextRef & { report: Report; body: ReportBody; idPrefix: string; mayWrite: boolean }

/** The outline of the text, and the facts of the report. */
export function ReportInfo({ report, body, idPrefix, mayWrite, textRef }: Props) {
  const facts = useFacts(report, body, mayWrite)
  return (
    <>
      <Outline body={body} idPrefix={idPrefix} {...(textRef && { textRef })} />
      <dl className={record.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

type OutlineProps = TextRef & { body: ReportBody; idPrefix: string }

/** `textRef`: a text in the editor; its headings have no ids, so they are found by their index. */
function Outline({ body, idPrefix, textRef }: OutlineProps) {
  const t = useT(reportPageMessages)
  const all = outlineOf(body)
  const headings = all.filter(({ text }) => text.trim() !== '')
  if (headings.length === 0) return null
  function show(index: number) {
    const written = textRef?.current?.querySelectorAll<HTMLElement>('.ProseMirror > :is(h1, h2, h3)')
    const heading = written
      ? written[all.findIndex(each => each.index === index)]
      : document.getElementById(headingId(idPrefix, index))
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav className={css.outline} aria-label={t('outline')}>
      <h2>{t('outline')}</h2>
      <ol>
        {headings.map(({ index, level, text }) => (
          <li key={index} data-level={level}>
            <button type="button" title={text} onClick={() => show(index)}>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function useFacts(report: Report, body: ReportBody, mayWrite: boolean): [string, ReactNode][] {
  const t = useT(reportPageMessages)
  const facts: [string, ReactNode][] = [
    [t('number'), <span key="number">{report.number}</span>],
    [t('author'), report.author?.name ?? t('none')],
  ]
  if (report.reviewer) facts.push([t('reviewer'), report.reviewer.name])
  if (report.published_at) facts.push([t('publishedAt'), formatInstant(report.published_at)])
  if (mayWrite) facts.push([t('version'), t('versionNow', { version: String(report.version) })])
  if (mayWrite && report.published_version !== null && report.published_version !== report.version)
    facts.push([t('publishedVersion'), t('versionNow', { version: String(report.published_version) })])
  facts.push([t('length'), t('lengthText', { words: countWords(bodyText(body)) })])
  if (report.labels.length > 0) facts.push([t('labels'), <Labels key="labels" labels={report.labels} />])
  if (report.ogs.length > 0) facts.push([t('ogs'), <Links key="ogs" to="og_detail" refs={report.ogs} />])
  if (report.persons.length > 0)
    facts.push([t('persons'), <Links key="persons" to="person_detail" refs={report.persons} />])
  if (report.events.length > 0) facts.push([t('events'), <Links key="events" to="event_detail" refs={report.events} />])
  if (mayWrite) facts.push([t('access'), <AccessText key="access" record={report} />])
  facts.push([t('updatedAt'), formatInstant(report.updated_at)])
  return facts
}

function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <div className={css.labels}>
      {labels.map(label => (
        <PageLink key={label} to="report" search={{ label }}>
          {label}
        </PageLink>
      ))}
    </div>
  )
}

type LinksProps = { to: 'og_detail' | 'person_detail' | 'event_detail'; refs: readonly ({ id: number } & Named)[] }

function Links({ to, refs }: LinksProps) {
  return (
    <ul>
      {refs.map(ref => (
        <li key={ref.id}>
          <PageLink to={to} params={{ id: ref.id }}>
            {displayName(ref)}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
