import { Building2 } from 'lucide-react'
import type { MentionedRecord, NameReason } from '#contract/mention.api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import css from './named.module.css'
import { namedMessages } from './named-messages.ts'

/** The certainty in words; a user's decision has priority. */
export function useCertaintyWord(): (named: Pick<MentionedRecord, 'certainty' | 'verdict'>) => string {
  const t = useT(namedMessages)
  return ({ certainty, verdict }) => t(verdict ?? certainty)
}

/** The record, the details that distinguish it from others of the same name, and the evidence for it. */
export function NameUse({ named }: { named: MentionedRecord }) {
  const t = useT(namedMessages)
  const certainty = useCertaintyWord()
  const region = useRegionName()
  const { noun, about, reasons } = named
  const name = displayName(named)
  const facts = [
    about.og,
    about.position,
    about.year && t('year', { value: about.year }),
    about.region && region(about.region),
  ].filter(Boolean)
  const icon = {
    og: <Building2 size={24} aria-hidden />,
    person: <Avatar name={name} src={about.icon} size={32} />,
  }[noun]
  return (
    <>
      <span className="flex shrink gap-3">
        {icon}
        <span className={css.about}>
          <strong className="lines" title={name}>
            {name}
          </strong>
          {facts.length > 0 && <span className="small quiet break">{facts.join(' · ')}</span>}
        </span>
      </span>
      <span className="small quiet break">{certainty(named)}</span>
      {reasons.length > 0 && (
        <ul className={css.reasons} aria-label={t('why')}>
          {reasons.map(reason => (
            <Reason key={`${reason.code} ${reason.value}`} reason={reason} />
          ))}
        </ul>
      )}
    </>
  )
}

function Reason({ reason: { code, value } }: { reason: NameReason }) {
  const t = useT(namedMessages)
  return <li>{t(code, { value: String(value ?? '') })}</li>
}
