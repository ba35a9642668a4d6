import type { Entity } from '#contract/registry.ts'
import { editors } from '#contract/role.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { ClaimCard } from './claim-card.tsx'
import { closing, useFactDialog } from './fact-acts.tsx'
import { MarkButton } from './mark-button.tsx'
import { useClaimFormatters, useFacts, useStatedSchema } from './use-claims.ts'

/** Marks a fact with its number of origins, or as disputed. A press opens the list of sources. */
export default function ClaimMark({ noun, id, field }: { noun: Entity; id: number; field: string }) {
  const role = useRole()
  const mayState = editors.some(each => each === role)
  const isRequested = one(usePage().search.fact) === field
  const { open, dialog } = useFactDialog()
  const { data } = useFacts({ noun, id })
  const formatter = useClaimFormatters(noun)[field]
  const schema = useStatedSchema(noun)
  if (!data || !Object.hasOwn(schema, field)) return null
  const { state, origins } = data.facts.find(fact => fact.field === field) ?? { state: 'none' as const, origins: 0 }
  if (state === 'none' && !mayState) return null
  return (
    <>
      <MarkButton
        name={formatter?.label ?? field}
        state={state}
        origins={origins}
        card={close => <ClaimCard of={{ noun, id }} field={field} onAct={closing(close, open)} />}
        isOpenAtFirst={isRequested}
      />
      {dialog}
    </>
  )
}
