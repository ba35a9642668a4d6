import { Drawer } from 'antd'
import { useState } from 'react'
import type { CardNoun } from '#contract/noun.ts'
import { editors } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { useRole } from '#web/platform/session.ts'
import { Drop } from '#web/ui/list/drop.tsx'
import css from './claim.module.css'
import { ClaimCard } from './claim-card.tsx'
import { claimMessages } from './messages.ts'
import { statedFields, useClaimLooks, useClaims } from './use-claims.ts'

const signs = { none: '+', disputed: '≠', unsupported: '0' }
const says = {
  none: 'markNone',
  supported: 'markSupported',
  disputed: 'markDisputed',
  unsupported: 'markUnsupported',
} as const

/** Beside a fact: how many origins it has, or that sources differ. Pressed, it opens who says so. */
export default function ClaimMark({ noun, id, field }: { noun: CardNoun; id: number; field: string }) {
  const t = useT(claimMessages)
  const role = useRole()
  const mayState = editors.some(each => each === role)
  const { data } = useClaims({ noun, id })
  const look = useClaimLooks(noun)[field]
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  if (!data || !statedFields(noun).includes(field)) return null
  const { state, origins } = data.facts.find(fact => fact.field === field) ?? { state: 'none' as const, origins: 0 }
  if (state === 'none' && !mayState) return null
  const label = t(says[state], { field: look?.label ?? field, count: origins })
  const mark = (opens: object) => (
    <button type="button" className={css.mark} data-state={state} aria-label={label} title={label} {...opens}>
      {state === 'supported' ? origins : signs[state]}
    </button>
  )
  const card = <ClaimCard of={{ noun, id }} field={field} />
  if (!isNarrow)
    return (
      <Drop label={label} content={() => card}>
        {mark}
      </Drop>
    )
  return (
    <>
      {mark({ 'aria-expanded': isOpen, 'aria-haspopup': 'dialog', onClick: () => setIsOpen(true) })}
      <Drawer
        open={isOpen}
        placement="bottom"
        size="70vh"
        title={label}
        closable={{ 'aria-label': t('close') }}
        destroyOnHidden
        onClose={() => setIsOpen(false)}
      >
        {card}
      </Drawer>
    </>
  )
}
