import type { Claim } from '#contract/claim.api.ts'
import { reliabilityWords } from '#contract/entities/source.schema.ts'
import type { CitedEvidence } from '#contract/evidence.ts'
import { cutText } from '#contract/text.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink } from '#web/platform/page.tsx'
import { OutLink } from '#web/ui/out-link.tsx'
import css from './claim.module.css'
import { claimMessages } from './messages.ts'

/** The source of a statement, its reliability, and the credibility of the statement. */
export function SourceLine({ source, credibility }: Pick<Claim, 'source' | 'credibility'>) {
  const t = useT(claimMessages)
  const locale = useLocale()
  return (
    <>
      {source ? (
        <>
          <PageLink to="source_detail" params={{ id: source.id }} className="strong lines">
            {source.name}
          </PageLink>
          <span className="small quiet">{reliabilityWords[source.reliability][locale]}</span>
        </>
      ) : (
        <span className="quiet">{t('withheld')}</span>
      )}
      {credibility !== null && <span className="small quiet">{t('credibility', { grade: String(credibility) })}</span>}
    </>
  )
}

/** The evidence of a claim: the quotation and a link to its place. */
export function EvidenceLine({ evidence }: { evidence: CitedEvidence }) {
  const t = useT(claimMessages)
  return (
    <div className={css.evidence}>
      {evidence.type === 'withheld' && <span className="small quiet">{t('withheldEvidence')}</span>}
      {'quote' in evidence && evidence.quote && <q className="break">{evidence.quote}</q>}
      {evidence.type === 'address' && <OutLink address={evidence.url} />}
      {evidence.type === 'row' && (
        <span className="small quiet break">
          {t(evidence.key === undefined ? 'importRow' : 'importEntity', {
            file: evidence.file_name,
            n: evidence.n,
            key: evidence.key ?? '',
          })}
        </span>
      )}
      {evidence.type === 'record' && <RecordLink evidence={evidence} />}
    </div>
  )
}

/** Shows since when the source is known to state the value. */
export function SeenPeriod({ first, last }: { first: string; last: string }) {
  const t = useT(claimMessages)
  return (
    <span className="small quiet">
      {first === last
        ? t('seenOnce', { at: formatInstant(first) })
        : t('seen', { first: formatInstant(first), last: formatInstant(last) })}
    </span>
  )
}

type OfRecord = Extract<CitedEvidence, { type: 'record' }>

/** Links to the record that the evidence is from, if it is known. */
function RecordLink({ evidence: { noun, id, title, part, page_id, quote } }: { evidence: OfRecord }) {
  const text = title ?? (id === null ? '—' : `#${id}`)
  if (id === null) return <span>{text}</span>
  if (noun === 'event')
    return (
      <PageLink to="event_detail" params={{ id }}>
        {text}
      </PageLink>
    )
  if (noun === 'diff')
    return (
      <PageLink to="admin_diff_detail" search={{ id }}>
        {text}
      </PageLink>
    )
  if (noun === 'upload')
    return (
      <PageLink to="upload" search={part === undefined ? { id } : { id, part }}>
        {text}
      </PageLink>
    )
  if (page_id === undefined) return <span>{text}</span>
  return (
    <PageLink
      to="admin_page"
      params={{ id: page_id }}
      search={{ tab: 'text', version: id, ...(quote && { words: cutText(quote, 200) }) }}
    >
      {text}
    </PageLink>
  )
}
