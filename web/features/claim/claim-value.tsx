import type { ReactNode } from 'react'
import { isList } from '#contract/card.ts'
import type { ClaimNoun } from '#contract/claim.ts'
import { claimCards, useClaimLooks } from './use-claims.ts'

const partsOf = (value: object): string =>
  Object.values(value)
    .filter(part => part !== null && part !== undefined && part !== '')
    .map(String)
    .join(' · ')

/** How a claimed value is shown: as its field is, or, of a list, as one of its items. */
export function useClaimValue(noun: ClaimNoun): (field: string, value: unknown) => ReactNode {
  const looks = useClaimLooks(noun)
  const card = claimCards[noun]
  return (name, value) => {
    if (value === null || value === undefined) return null
    const field = Object.hasOwn(card, name) ? card[name] : undefined
    // Numbers and contact details have a look of their own, one by one as well.
    if (field?.likeness === 'identifiers' || field?.likeness === 'contacts') return looks[name]?.show(value)
    if (Array.isArray(value) && value.some(item => typeof item === 'object')) return value.map(partsOf).join('\n')
    if (typeof value === 'object' && !Array.isArray(value) && field?.kind !== 'number') return partsOf(value)
    // A field's look shows the whole list.
    const whole = field && isList(field) && !Array.isArray(value) ? [value] : value
    return looks[name]?.show(whole) ?? String(value)
  }
}
