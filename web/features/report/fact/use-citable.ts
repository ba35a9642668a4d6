import { useQuery } from '@tanstack/react-query'
import type { FactSupport } from '#contract/claim.api.ts'
import { isList } from '#contract/field.ts'
import type { Entity } from '#contract/registry.ts'
import { queryRecord, recordValue, useClaims, useStatedSchema } from '#web/features/claim/claim.ts'
import { isBlank } from '#web/ui/formatter.ts'
import { type Citable, claimsOf } from './cites-of.ts'

type CitableRecord = Record<string, unknown> & { name?: string; title?: string }

export type CitableFact = Citable & { state: FactSupport['state'] }

/** Values of a record that a report can cite, those with sources first; a list field item by item. */
export function useCitable(noun: Entity, id: number): { facts: CitableFact[] | undefined; isError: boolean } {
  const record = useQuery(queryRecord(noun, id))
  const claims = useClaims({ noun, id })
  const schema = useStatedSchema(noun)
  const isError = record.isError || claims.isError
  if (!record.data || !claims.data) return { facts: undefined, isError }
  const row = record.data as CitableRecord
  const { items, facts: supports } = claims.data
  const label = row.name ?? row.title ?? ''
  const facts = Object.entries(schema).flatMap(([field, about]) => {
    const value = recordValue(row, field)
    if (isBlank(value) || value === about.empty) return []
    const values: unknown[] = isList(about) && Array.isArray(value) ? value : [value]
    const state = supports.find(each => each.field === field)?.state ?? 'none'
    return values.map((each): CitableFact => {
      const stated = claimsOf(items, field, each)
      return { noun, id, label, field, value: each, claims: stated, state: stated.length === 0 ? 'none' : state }
    })
  })
  return { facts: facts.toSorted((a, b) => Number(b.claims.length > 0) - Number(a.claims.length > 0)), isError }
}
