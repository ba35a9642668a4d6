import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { type ClaimEntity, listClaims, listFacts } from '#contract/claim.api.ts'
import { customKeyIn } from '#contract/custom_field.api.ts'
import { linkSchemas, ShareRange } from '#contract/entities/link.schema.ts'
import { type Fields, isStated } from '#contract/field.ts'
import { type Entity, entityNames } from '#contract/registry.ts'
import { schemas } from '#contract/schemas.ts'
import { shareText } from '#contract/share.ts'
import { useLocale } from '#web/platform/locale.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { useCustomFormatters, useCustomSchema, useEveryCustomField } from '#web/record/custom-fields.tsx'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import { useSchemaFormatters } from '#web/ui/schema/schema-formatters.tsx'

export type ClaimsOf = { noun: ClaimEntity; id: number }

/** The fields of all entities that claims refer to, without those defined by the team. */
export const claimSchemas: Record<ClaimEntity, Fields> = { ...schemas, ...linkSchemas }

const isEntity = (noun: ClaimEntity): noun is Entity => entityNames.some(each => each === noun)

/** How well each fact of a record is supported. All marks of the record share one request. */
export function useFacts({ noun, id }: ClaimsOf) {
  return useQuery(endpointQuery(listFacts, { query: { noun, record_id: String(id) } }))
}

/** All statements about a record, requested when a panel opens. */
export function useClaims({ noun, id }: ClaimsOf) {
  return useQuery(endpointQuery(listClaims, { query: { noun, record_id: String(id) } }))
}

/** All fields of an entity that a source can state; fields defined by the team are last. */
export function useStatedSchema(noun: ClaimEntity): Fields {
  const custom = useCustomSchema(isEntity(noun) ? noun : null)
  return useMemo(() => {
    const own = Object.entries(claimSchemas[noun]).filter(([, field]) => isStated(field))
    return { ...Object.fromEntries(own), ...custom }
  }, [noun, custom])
}

/** The record's value of a field, by the name that claims use for it. */
export function recordValue(record: Record<string, unknown>, field: string): unknown {
  const key = customKeyIn(field)
  return key ? (record.custom as Record<string, unknown> | undefined)?.[key] : record[field]
}

function showShare(value: unknown): string {
  const read = z.safeParse(ShareRange, value)
  return read.success ? shareText(read.data) : String(value)
}

/** Labels and formatters of the fields. */
export function useClaimFormatters(noun: ClaimEntity): FieldFormatters {
  const custom = useCustomFormatters(isEntity(noun) ? noun : null)
  const own = useSchemaFormatters<Fields>(claimSchemas[noun], 'share' in claimSchemas[noun] ? { share: showShare } : {})
  return { ...own, ...custom }
}

/** The label of an entity's field. */
export function useClaimLabel(noun: ClaimEntity): (field: string) => string {
  const formatters = useClaimFormatters(noun)
  return field => formatters[field]?.label ?? field
}

/** The label of a field, for every entity. */
export function useFieldLabels(): (noun: Entity, field: string) => string {
  const locale = useLocale()
  const custom = useEveryCustomField()
  return (noun, field) => (claimSchemas[noun][field] ?? custom[field])?.label[locale] ?? field
}
