import { Button, Popover } from 'antd'
import { useState } from 'react'
import { decideMention, type MentionedRecord, type NameVerdict } from '#contract/mention.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText, refresh } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './named.module.css'
import { namedMessages } from './named-messages.ts'
import { NameUse, useCertaintyWord } from './named-parts.tsx'

/** The page, upload or own text that contains the name; a decision applies to this place. */
export type NamedPlace = { page: number } | { upload: number } | { text: number }
type Props = { named: MentionedRecord; place: NamedPlace; count?: number | undefined }
/** `isNameHidden`: the chip shows the certainty instead of the name, which is shown elsewhere. */
type ChipProps = Props & { isNameHidden?: boolean }

/**
 * A record named in a text, with a broken border if that is uncertain. A press shows the evidence and lets users
 * decide.
 */
export function NamedChip({ named, place, count, isNameHidden = false }: ChipProps) {
  const t = useT(namedMessages)
  const word = useCertaintyWord()
  const { certainty, verdict } = named
  const name = displayName(named)
  const title = t('title', { certainty: word(named), name })
  return (
    <Popover trigger="click" classNames={{ root: css.pop }} content={<NamedCard named={named} place={place} />}>
      <button
        type="button"
        className={css.chip}
        data-certainty={certainty}
        data-verdict={verdict ?? undefined}
        data-said={isNameHidden || undefined}
        title={title}
        aria-label={title}
      >
        <span className="ellipsis">{isNameHidden ? word(named) : name}</span>
        {count !== undefined && count > 1 && <span className="rigid quiet">×{count}</span>}
        {certainty !== 'certain' && verdict !== 'rejected' && !isNameHidden && (
          <span className="rigid quiet" aria-hidden>
            ?
          </span>
        )}
      </button>
    </Popover>
  )
}

function NamedCard({ named, place }: Props) {
  const t = useT(namedMessages)
  const word = useCertaintyWord()
  const [busy, setBusy] = useState<NameVerdict | 'none' | null>(null)
  const [fault, setFault] = useState('')
  const { noun, id, verdict, decided_by, decided_at, can_decide, certainty } = named
  async function decide(next: NameVerdict | null) {
    setBusy(next ?? 'none')
    setFault('')
    try {
      await call(decideMention, { body: { noun, id, ...place, verdict: next } })
      await refresh('diff', 'page', 'upload', 'mention')
    } catch (error) {
      setFault(t('failed', { error: errorText(error) }))
    }
    setBusy(null)
  }
  const act = (next: NameVerdict | null, label: string) => (
    <Button size="small" loading={busy === (next ?? 'none')} disabled={busy !== null} onClick={() => void decide(next)}>
      {label}
    </Button>
  )
  return (
    <div className={css.card}>
      <NameUse named={named} />
      {verdict && decided_by && decided_at && (
        <span className="small quiet break">
          {t('decided', { user: decided_by, time: formatInstant(decided_at), verdict: word(named) })}
        </span>
      )}
      {fault && <Failure>{fault}</Failure>}
      {can_decide && (
        <>
          <div className="flex wrap gap-3">
            {verdict !== 'confirmed' && (certainty !== 'certain' || verdict) && act('confirmed', t('confirm'))}
            {verdict !== 'rejected' && act('rejected', t('reject'))}
            {verdict && act(null, t('takeBack'))}
          </div>
          <span className="small quiet break">
            {t('page' in place ? 'pageNote' : 'upload' in place ? 'uploadNote' : 'textNote')}
          </span>
        </>
      )}
      <PageLink to={`${noun}_detail`} params={{ id }}>
        {t('openNamed', { name: displayName(named) })}
      </PageLink>
    </div>
  )
}
