import { Button } from 'antd'
import { useState } from 'react'
import { type Claim, reinstateClaim, withdrawClaim } from '#contract/claim.ts'
import { reliabilityWords } from '#contract/source-card.ts'
import { cutText } from '#contract/text.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink } from '#web/platform/page.tsx'
import { refresh, showError } from '#web/platform/query.ts'
import { OutLink } from '#web/ui/out-link.tsx'
import css from './claim.module.css'
import { claimMessages } from './messages.ts'

/** One source and what it rests on. */
export function ClaimRow({ claim, mayWrite }: { claim: Claim; mayWrite: boolean }) {
  const t = useT(claimMessages)
  const locale = useLocale()
  const [isBusy, setIsBusy] = useState(false)
  const { source, credibility, evidence, first_seen_at: first, last_seen_at: last, withdrawn_at } = claim
  const turn = async () => {
    setIsBusy(true)
    try {
      await call(withdrawn_at ? reinstateClaim : withdrawClaim, { params: { id: claim.id } })
      await refresh('claim', 'og_relation', 'fact_check')
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
  }
  return (
    <li className={css.claim} data-withdrawn={withdrawn_at !== null || undefined}>
      <div className="flex wrap baseline gap-3">
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
        {credibility !== null && (
          <span className="small quiet">{t('credibility', { grade: String(credibility) })}</span>
        )}
        {withdrawn_at && <span className="small warning">{t('withdrawn')}</span>}
      </div>
      {evidence.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: evidence is only ever added at the end.
        <div key={index} className={css.evidence}>
          {each.type === 'withheld' && <span className="small quiet">{t('withheldEvidence')}</span>}
          {'quote' in each && each.quote && <q className="break">{each.quote}</q>}
          {each.type === 'address' && <OutLink address={each.url} />}
          {each.type === 'row' && (
            <span className="small quiet break">{t('importRow', { file: each.file_name, n: each.n })}</span>
          )}
          {each.type === 'record' && <RecordLink evidence={each} />}
        </div>
      ))}
      <div className="flex wrap baseline gap-3 small quiet">
        <span>
          {first === last
            ? t('seenOnce', { at: formatInstant(first) })
            : t('seen', { first: formatInstant(first), last: formatInstant(last) })}
        </span>
        {mayWrite && (
          <Button size="small" type="text" loading={isBusy} onClick={() => void turn()}>
            {t(withdrawn_at ? 'reinstate' : 'withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}

type OfRecord = Extract<Claim['evidence'][number], { type: 'record' }>

/** Leads to the place where it is said, where that is known. */
function RecordLink({ evidence: { noun, id, title, part, page_id, quote } }: { evidence: OfRecord }) {
  const text = title ?? `#${id}`
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
