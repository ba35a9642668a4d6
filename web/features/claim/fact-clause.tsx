import type { ReactNode } from 'react'
import type { Entity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { CardOpener } from './card-opener.tsx'
import css from './claim.module.css'
import { ClaimCard } from './claim-card.tsx'
import { closing, useFactDialog } from './fact-acts.tsx'
import { claimMessages } from './messages.ts'
import { useFieldLabels } from './use-claims.ts'

type Props = { noun: Entity; id: number; field: string; children: ReactNode }

/** A part of a sentence that states a fact. A press opens the fact's sources. */
export function FactClause({ noun, id, field, children }: Props) {
  const t = useT(claimMessages)
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
      <CardOpener label={t('sourcesOf', { field: label })} title={label} card={card}>
        {clause}
      </CardOpener>
      {dialog}
    </>
  )
}
