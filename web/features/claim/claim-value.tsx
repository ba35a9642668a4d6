import type { ReactNode } from 'react'
import type { ClaimEntity } from '#contract/claim.api.ts'
import { isList } from '#contract/field.ts'
import { claimSchemas, useClaimFormatters } from './use-claims.ts'

const partsOf = (value: object): string =>
  Object.values(value)
    .filter(part => part !== null && part !== undefined && part !== '')
    .map(String)
    .join(' · ')

/** Renders a claimed value with the formatter of its field; a value of a list field is rendered as one item. */
export function useClaimValue(noun: ClaimEntity): (field: string, value: unknown) => ReactNode {
  const formatters = useClaimFormatters(noun)
  const schema = claimSchemas[noun]
  return (name, value) => {
    if (value === null || value === undefined) return null
    const field = Object.hasOwn(schema, name) ? schema[name] : undefined
    // Identifiers and contact details have their own formatter, which also takes a single item.
    if (field?.likeness === 'identifiers' || field?.likeness === 'contacts') return formatters[name]?.show(value)
    if (Array.isArray(value) && value.some(item => typeof item === 'object')) return value.map(partsOf).join('\n')
    if (typeof value === 'object' && !Array.isArray(value) && field?.kind !== 'number') return partsOf(value)
    // The formatter of a field takes the whole list.
    const whole = field && isList(field) && !Array.isArray(value) ? [value] : value
    return formatters[name]?.show(whole) ?? String(value)
  }
}
