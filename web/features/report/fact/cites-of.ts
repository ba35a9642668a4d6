import type { Claim, ClaimEntity } from '#contract/claim.api.ts'
import type { CitedEvidence } from '#contract/evidence.ts'
import { citesAtMost, type FactCite, type ReportBlock, type ReportInline } from '#contract/report-body.ts'
import { type FactAttrs, newKey } from '../body/body-types.ts'

/** A value of a record's field that can be cited; of a list field, one of its items. */
export type Citable = {
  noun: ClaimEntity
  id: number
  label: string
  field: string
  value: unknown
  claims: readonly Claim[]
}

/** The evidence of the value, one entry per piece. It is shown until the server has resolved the citation. */
function citesOf(claims: readonly Claim[]): FactCite[] {
  return claims
    .filter(claim => claim.withdrawn_at === null)
    .flatMap(({ id, source, credibility, evidence, first_seen_at, last_seen_at }) => {
      const statement = { claim_id: id, source, credibility, first_seen_at, last_seen_at }
      const places: (CitedEvidence | null)[] = evidence.length > 0 ? evidence : [null]
      return places.map(each => ({ ...statement, evidence: each }))
    })
    .slice(0, citesAtMost)
}

/** Selects the attributes that the text stores: the offered fact can have more. */
export function factAttrs({ noun, id, label, field, value, claims }: Citable): FactAttrs {
  return { key: newKey(), noun, id, label, field, value, at: new Date().toISOString(), cites: citesOf(claims) }
}

export const factNode = (fact: Citable): ReportInline => ({ type: 'fact', attrs: factAttrs(fact) })

/** One fact is inline in its sentence, several are a list. */
export function factContent(facts: readonly Citable[]) {
  const [first] = facts
  if (facts.length === 1 && first) return [factNode(first), { type: 'text' as const, text: ' ' }]
  return [factList(facts)]
}

const factList = (facts: readonly Citable[]): ReportBlock => ({
  type: 'bulletList',
  content: facts.map(fact => ({ type: 'listItem', content: [{ type: 'paragraph', content: [factNode(fact)] }] })),
})

/** Claims about a field that state the given value. */
export const claimsOf = (items: readonly Claim[], field: string, value: unknown): Claim[] =>
  items.filter(claim => claim.field === field && isSameCite(claim.value, value))

export const isSameCite = (one: unknown, other: unknown) => sameText(one) === sameText(other)
/** Compares like the server: ignores case, character width, and the order of object keys. */
function sameText(value: unknown): string {
  const text =
    typeof value === 'object' && value !== null
      ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : String(value).trim()
  return text.normalize('NFKC').toLowerCase()
}
