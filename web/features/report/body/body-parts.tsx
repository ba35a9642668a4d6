import { ExternalLink } from 'lucide-react'
import { createContext, useContext } from 'react'
import type { OgRef } from '#contract/wire.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './body.module.css'
import { bodyMessages } from './body-messages.ts'
import type { EvidenceAttrs, MentionAttrs } from './body-types.ts'
import { RecordLink } from './record-link.tsx'

/** The organisations that the report is about, by id: a text stores names in one language only. */
export const OgNames = createContext<ReadonlyMap<number, OgRef>>(new Map())

/** A live link to a record; withheld if the user cannot read it. */
export function Mention({ attrs: { noun, id, label: stored } }: { attrs: MentionAttrs }) {
  const t = useT(bodyMessages)
  const og = useContext(OgNames).get(noun === 'og' && id !== null ? id : 0)
  const label = og ? displayName(og) : stored
  if (id === null)
    return (
      <span className={css.withheld} title={t('withheldText')}>
        {t('withheld')}
      </span>
    )
  return (
    <RecordLink noun={noun} id={id} className={css.mention} title={`${t(noun)}: ${label ?? ''}`}>
      {label || `#${id}`}
    </RecordLink>
  )
}

type EvidenceProps = { attrs: EvidenceAttrs; number?: number | undefined }

/** A quotation with its evidence and its date. */
export function Evidence({ attrs, number }: EvidenceProps) {
  const t = useT(bodyMessages)
  const { noun, id, quote, title, url, at } = attrs
  const name = number === undefined ? t('source') : t('evidence', { number: String(number) })
  if (id === null && !quote && !title && !url)
    return (
      <figure className={css.evidence} data-withheld>
        <figcaption>
          {name} · <span className={css.withheld}>{t('withheld')}</span> {t('withheldText')}
        </figcaption>
      </figure>
    )
  return (
    <figure className={css.evidence}>
      {quote && <blockquote>{quote}</blockquote>}
      <figcaption>
        <span className="strong">{name}</span>
        {id === null ? (
          <span>{title}</span>
        ) : (
          <RecordLink noun={noun} id={id} title={t('openRecord', { noun: t(noun) })}>
            {title || `${t(noun)} #${id}`}
          </RecordLink>
        )}
        {at && <time dateTime={at}>{at.length > 10 ? formatInstant(at) || at : at}</time>}
        {url && /^https?:/i.test(url) && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            title={t('openSource')}
            className="inline-row shrink gap-2 mono break"
          >
            {url}
            <ExternalLink size={12} aria-hidden />
          </a>
        )}
      </figcaption>
    </figure>
  )
}
