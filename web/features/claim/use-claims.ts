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

/** The fields of all that claims are about, but for those that the team defined. */
export const claimCards: Record<ClaimNoun, Fields> = { ...cards, ...linkCards }

const isCardNoun = (noun: ClaimNoun): noun is CardNoun => cardNouns.some(each => each === noun)

/** How well each fact of a record is supported: asked once, for the marks of all of them. */
export function useFacts({ noun, id }: ClaimsOf) {
  return useQuery(ask(listFacts, { query: { noun, record_id: String(id) } }))
}

/** All that is said of a record: asked when somebody wants to know. */
export function useClaims({ noun, id }: ClaimsOf) {
  return useQuery(ask(listClaims, { query: { noun, record_id: String(id) } }))
}

/** All fields of a noun of which a source may say something, those that the team defined last. */
export function useStatedCard(noun: ClaimNoun): Fields {
  const custom = useCustomCard(isCardNoun(noun) ? noun : null)
  return useMemo(() => {
    const own = Object.entries(claimCards[noun]).filter(([, field]) => isStated(field))
    return { ...Object.fromEntries(own), ...custom }
  }, [noun, custom])
}

/** What a record shows of a field, under the name that claims know. */
export function shownOf(record: Record<string, unknown>, field: string): unknown {
  const key = customKeyIn(field)
  return key ? (record.custom as Record<string, unknown> | undefined)?.[key] : record[field]
}

function showShare(value: unknown): string {
  const read = z.safeParse(ShareRange, value)
  return read.success ? shareText(read.data) : String(value)
}

/** What fields are called, and how their values are shown. */
export function useClaimLooks(noun: ClaimNoun): FieldLooks {
  const custom = useCustomLooks(isCardNoun(noun) ? noun : null)
  const own = useCardLooks<Fields>(claimCards[noun], 'share' in claimCards[noun] ? { share: showShare } : {})
  return { ...own, ...custom }
}

/** What a field of a noun is called. */
export function useClaimLabel(noun: ClaimNoun): (field: string) => string {
  const looks = useClaimLooks(noun)
  return field => looks[field]?.label ?? field
}

/** What a field of each noun is called. */
export function useFieldLabels(): (noun: CardNoun, field: string) => string {
  const looks = { og: useClaimLooks('og'), person: useClaimLooks('person'), event: useClaimLooks('event') }
  return (noun, field) => looks[noun][field]?.label ?? field
}
