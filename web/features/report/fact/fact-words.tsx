import type { ReactNode } from 'react'
import { useClaimLabel, useClaimValue } from '#web/features/claim/claim.ts'
import { useT } from '#web/platform/i18n.ts'
import type { FactAttrs } from '../body/body-types.ts'
import { factMessages } from './fact-messages.ts'

/** A cited fact after its record's name: field and value, then the record's present value if it differs. */
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

/** Formatters of the fields that sources state return text. */
const textOf = (shown: ReactNode): string =>
  Array.isArray(shown) ? shown.map(textOf).join('') : shown === null || typeof shown === 'object' ? '' : String(shown)
