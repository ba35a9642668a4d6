import type { FactCite } from '#contract/report-body.ts'
import { EvidenceLine, SeenPeriod, SourceLine } from '#web/features/claim/claim.ts'
import { useT } from '#web/platform/i18n.ts'
import { bodyMessages } from '../body/body-messages.ts'
import type { EvidenceAttrs } from '../body/body-types.ts'
import type { ListedEvidence } from '../body/evidence-numbers.ts'
import { RecordLink } from '../body/record-link.tsx'
import { entryId } from './cited-fact.tsx'
import css from './fact.module.css'
import { factMessages } from './fact-messages.ts'

/** The numbered evidence of a text: its quotations, and the sources of its facts with place and date. */
export function EvidenceList({ listed, idPrefix }: { listed: readonly ListedEvidence[]; idPrefix: string }) {
  const t = useT(factMessages)
  return (
    <section className={css.list} aria-label={t('list')}>
      <h2>{t('list')}</h2>
      <ol>
        {listed.map(({ number, cite, quoted }) => (
          <li key={number} id={entryId(idPrefix, number)} tabIndex={-1}>
            <span className={css.listed}>[{number}]</span>
            <div className="stack gap-1 shrink">{cite ? <Cite cite={cite} /> : <Quoted attrs={quoted} />}</div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Cite({ cite }: { cite: FactCite }) {
  const t = useT(factMessages)
  const { source, credibility, evidence, first_seen_at: first, last_seen_at: last, is_withdrawn } = cite
  if (first === null || last === null) return <span className="quiet">{t('withheldEntry')}</span>
  return (
    <>
      <div className="flex wrap baseline gap-x-3">
        <SourceLine source={source} credibility={credibility} />
        {is_withdrawn && <span className="warning">{t('withdrawn')}</span>}
      </div>
      {evidence && <EvidenceLine evidence={evidence} />}
      <SeenPeriod first={first} last={last} />
    </>
  )
}

function Quoted({ attrs: { noun, id, title, quote, url } }: { attrs: EvidenceAttrs }) {
  const word = useT(bodyMessages)
  if (id === null && !quote && !title && !url) return <span className="quiet">{word('withheldText')}</span>
  const text = title || `${word(noun)}${id === null ? '' : ` #${id}`}`
  if (id === null) return <span>{text}</span>
  return (
    <RecordLink noun={noun} id={id}>
      {text}
    </RecordLink>
  )
}
