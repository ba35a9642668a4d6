import type { ReactNode } from 'react'
import { useClaimLabel, useClaimValue } from '#web/features/claim/claim.ts'
import { useT } from '#web/platform/i18n.ts'
import type { FactAttrs } from '../body/body-types.ts'
import { factMessages } from './fact-messages.ts'

/** What a cited fact says after its record's name: the field and the value, then what the record shows since. */
export function FactWords({ attrs: { noun, field, value, now } }: { attrs: FactAttrs }): ReactNode {
  const t = useT(factMessages)
  const label = useClaimLabel(noun)
  const show = useClaimValue(noun)
  if (field === null) return null
  return (
    <>
      {t('colon')}
      {label(field)}
      {t('colon')}
      <span>{show(field, value)}</span>
      {now && (
        <span className="warning">
          {now.value === null ? t('gone') : t('changed', { value: textOf(show(field, now.value)) })}
        </span>
      )}
    </>
  )
}

/** Looks of the fields that sources state are words. */
const textOf = (shown: ReactNode): string =>
  Array.isArray(shown) ? shown.map(textOf).join('') : shown === null || typeof shown === 'object' ? '' : String(shown)
