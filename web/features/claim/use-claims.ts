import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Fields, isStated } from '#contract/card.ts'
import { cards } from '#contract/cards.ts'
import { type ClaimNoun, listClaims, listFacts } from '#contract/claim.ts'
import { linkCards, ShareRange } from '#contract/link-card.ts'
import type { CardNoun } from '#contract/noun.ts'
import { shareText } from '#contract/share.ts'
import { ask } from '#web/platform/query.ts'
import { useCardLooks } from '#web/ui/card/looks.tsx'
import type { FieldLooks } from '#web/ui/look.ts'

export type ClaimsOf = { noun: ClaimNoun; id: number }

/** The fields of all that claims are about. */
export const claimCards: Record<ClaimNoun, Fields> = { ...cards, ...linkCards }

/** How well each fact of a record is supported: asked once, for the marks of all of them. */
export function useFacts({ noun, id }: ClaimsOf) {
  return useQuery(ask(listFacts, { query: { noun, record_id: String(id) } }))
}

/** All that is said of a record: asked when somebody wants to know. */
export function useClaims({ noun, id }: ClaimsOf) {
  return useQuery(ask(listClaims, { query: { noun, record_id: String(id) } }))
}

/** Fields of a noun that a source may state. */
export function statedFields(noun: ClaimNoun): string[] {
  const card = claimCards[noun]
  return Object.keys(card).filter(name => card[name] && isStated(card[name]))
}

function showShare(value: unknown): string {
  const read = z.safeParse(ShareRange, value)
  return read.success ? shareText(read.data) : String(value)
}

/** What fields are called, and how their values are shown. */
export function useClaimLooks(noun: ClaimNoun): FieldLooks {
  return useCardLooks<Fields>(claimCards[noun], 'share' in claimCards[noun] ? { share: showShare } : {})
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
