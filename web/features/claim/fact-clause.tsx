import { Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Entity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { Drop } from '#web/ui/list/drop.tsx'
import css from './claim.module.css'
import { ClaimCard } from './claim-card.tsx'
import { closing, useFactDialog } from './fact-acts.tsx'
import { claimMessages } from './messages.ts'
import { useFieldLabels } from './use-claims.ts'

type Props = { noun: Entity; id: number; field: string; children: ReactNode }

/** A part of a sentence that states a fact. A press opens the fact's sources. */
export function FactClause({ noun, id, field, children }: Props) {
  const t = useT(claimMessages)
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const { open, dialog } = useFactDialog()
  const label = useFieldLabels()(noun, field)
  const card = (close: () => void) => <ClaimCard of={{ noun, id }} field={field} onAct={closing(close, open)} />
  const clause = (opens: object) => (
    <button type="button" className={css.clause} title={t('sourcesOf', { field: label })} {...opens}>
      {children}
    </button>
  )
  return (
    <>
      {isNarrow ? (
        clause({ 'aria-expanded': isOpen, 'aria-haspopup': 'dialog', onClick: () => setIsOpen(true) })
      ) : (
        <Drop label={t('sourcesOf', { field: label })} content={card}>
          {clause}
        </Drop>
      )}
      {isNarrow && (
        <Drawer
          open={isOpen}
          placement="bottom"
          size="70vh"
          title={label}
          closable={{ 'aria-label': t('close') }}
          destroyOnHidden
          onClose={() => setIsOpen(false)}
        >
          {card(() => setIsOpen(false))}
        </Drawer>
      )}
      {dialog}
    </>
  )
}
