import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { type Fields, isStated } from '#contract/card.ts'
import { cards } from '#contract/cards.ts'
import { type ClaimNoun, listClaims, listFacts } from '#contract/claim.ts'
import { customKeyIn } from '#contract/custom_field.ts'
import { linkCards, ShareRange } from '#contract/link-card.ts'
import { type CardNoun, cardNouns } from '#contract/noun.ts'
import { shareText } from '#contract/share.ts'
import { ask } from '#web/platform/query.ts'
import { useCustomCard, useCustomLooks } from '#web/record/custom-fields.tsx'
import { useCardLooks } from '#web/ui/card/looks.tsx'
import type { FieldLooks } from '#web/ui/look.ts'

export type ClaimsOf = { noun: ClaimNoun; id: number }

/** The fields of all entities that claims refer to, without those defined by the team. */
export const claimCards: Record<ClaimNoun, Fields> = { ...cards, ...linkCards }

const isCardNoun = (noun: ClaimNoun): noun is CardNoun => cardNouns.some(each => each === noun)

/** How well each fact of a record is supported. All marks of the record share one request. */
export function useFacts({ noun, id }: ClaimsOf) {
  return useQuery(ask(listFacts, { query: { noun, record_id: String(id) } }))
}

/** All statements about a record, requested when a panel opens. */
export function useClaims({ noun, id }: ClaimsOf) {
  return useQuery(ask(listClaims, { query: { noun, record_id: String(id) } }))
}

/** All fields of an entity that a source can state; fields defined by the team are last. */
export function useStatedCard(noun: ClaimNoun): Fields {
  const custom = useCustomCard(isCardNoun(noun) ? noun : null)
  return useMemo(() => {
    const own = Object.entries(claimCards[noun]).filter(([, field]) => isStated(field))
    return { ...Object.fromEntries(own), ...custom }
  }, [noun, custom])
}

/** The record's value of a field, by the name that claims use for it. */
export function shownOf(record: Record<string, unknown>, field: string): unknown {
  const key = customKeyIn(field)
  return key ? (record.custom as Record<string, unknown> | undefined)?.[key] : record[field]
}

function showShare(value: unknown): string {
  const read = z.safeParse(ShareRange, value)
  return read.success ? shareText(read.data) : String(value)
}

/** Labels and formatters of the fields. */
export function useClaimLooks(noun: ClaimNoun): FieldLooks {
  const custom = useCustomLooks(isCardNoun(noun) ? noun : null)
  const own = useCardLooks<Fields>(claimCards[noun], 'share' in claimCards[noun] ? { share: showShare } : {})
  return { ...own, ...custom }
}

/** The label of an entity's field. */
export function useClaimLabel(noun: ClaimNoun): (field: string) => string {
  const looks = useClaimLooks(noun)
  return field => looks[field]?.label ?? field
}

/** The label of a field, for every entity. */
export function useFieldLabels(): (noun: CardNoun, field: string) => string {
  const looks = { og: useClaimLooks('og'), person: useClaimLooks('person'), event: useClaimLooks('event') }
  return (noun, field) => looks[noun][field]?.label ?? field
}
