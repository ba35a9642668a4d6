import type { Mention } from '#contract/mention.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { detailOf } from '#web/record/record-address.ts'
import { mentionMessages } from './messages.ts'

/** When the text of a mention was fetched, uploaded or last changed. */
export function timeOf(mention: Mention): string {
  if (mention.kind === 'page') return mention.fetched_at
  return mention.kind === 'upload' ? mention.created_at : mention.changed_at
}

/** Identifies a mention in a list. */
export function keyOf(mention: Mention): string {
  if (mention.kind === 'page') return `page-${mention.page.id}-${mention.version_id}`
  return mention.kind === 'upload' ? `upload-${mention.upload.id}` : `text-${mention.text_id}`
}

type Props = { mention: Mention; className: string }

/** A link to the version of the page, to the first occurrence in the upload, or to the record of an own text. */
export function TextLink({ mention, className }: Props) {
  const t = useT(mentionMessages)
  switch (mention.kind) {
    case 'page': {
      const { page, version_id: version } = mention
      return (
        <PageLink
          to="admin_page"
          params={{ id: page.id }}
          search={{ tab: 'text', version: String(version) }}
          title={page.url}
          className={className}
        >
          {page.title || page.url}
        </PageLink>
      )
    }
    case 'upload': {
      const { upload, part, named } = mention
      const search = { id: String(upload.id), part: String(part), mark: `${named.noun}-${named.id}` }
      return (
        <PageLink to="upload" search={search} title={upload.file_name} className={className}>
          {upload.title}
        </PageLink>
      )
    }
    case 'report':
      return (
        <PageLink to="report_detail" params={{ id: mention.report.id }} className={className}>
          {mention.report.title}
        </PageLink>
      )
    case 'event':
      return (
        <PageLink to="event_detail" params={{ id: mention.event.id }} className={className}>
          {mention.event.title}
        </PageLink>
      )
    case 'issue':
      return (
        <PageLink to="issue" search={{ id: String(mention.issue.id) }} className={className}>
          {mention.issue.title}
        </PageLink>
      )
    case 'note': {
      const { note, of } = mention
      const date = note.at.split('T')[0] ?? note.at
      return of ? (
        <PageLink to={detailOf(of.noun)} params={{ id: of.id }} search={{ tab: 'events' }} className={className}>
          {t('noteOf', { name: of.name, date })}
        </PageLink>
      ) : (
        <PageLink to="event" search={{ view: 'timeline' }} className={className}>
          {t('privateNote', { date })}
        </PageLink>
      )
    }
  }
}

/** The kind of an own text: the report or feedback with its number, a comment on it, an event, a timeline note. */
export function OwnTextKind({ mention }: { mention: Exclude<Mention, { kind: 'page' | 'upload' }> }) {
  const t = useT(mentionMessages)
  switch (mention.kind) {
    case 'report':
      return t(mention.comment_id === null ? 'inReport' : 'inReportComment', { number: mention.report.number })
    case 'issue':
      return t(mention.comment_id === null ? 'inIssue' : 'inIssueComment', { id: String(mention.issue.id) })
    case 'event':
      return t('inEvent')
    case 'note':
      return t('inNote')
  }
}
