import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useLocale } from '#web/platform/locale.ts'
import { useRole } from '#web/platform/session.ts'
import { type FactAct, type OfFact, registeredFactActs } from '#web/record/parts.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'

export type OpenFactAct = (act: FactAct, of: OfFact) => void

/**
 * The dialog of an action on a fact. It is rendered outside the panel of the action, because that panel might close
 * meanwhile.
 */
export function useFactDialog(): { open: OpenFactAct; dialog: ReactNode } {
  const [chosen, setChosen] = useState<{ act: FactAct; of: OfFact } | null>(null)
  const { act, of } = chosen ?? {}
  return {
    open: (act, of) => setChosen({ act, of }),
    dialog: <LazyDialog>{act && of && <act.Dialog {...of} onClose={() => setChosen(null)} />}</LazyDialog>,
  }
}

/** Closes the panel of the action first: it would cover the dialog. */
export const closing =
  (close: () => void, open: OpenFactAct): OpenFactAct =>
  (act, of) => {
    close()
    open(act, of)
  }

/** `isOfList`: actions on a whole list, not on one of its items. */
type Props = { of: OfFact; mayWrite: boolean; open: OpenFactAct; isOfList?: boolean }

/** Actions on a value that a record shows. */
export function FactActs({ of, mayWrite, open, isOfList = false }: Props) {
  const role = useRole()
  useLocale()
  const acts = registeredFactActs(of.noun, of.field, role).filter(
    act => (act.isOfList ?? false) === isOfList && (mayWrite || !act.isWriting),
  )
  if (acts.length === 0) return null
  return (
    <div className="flex wrap gap-2 to-end">
      {acts.map(act => {
        const Icon = act.icon
        return (
          <Button key={act.key} size="small" icon={<Icon size={14} />} onClick={() => open(act, of)}>
            {act.label()}
          </Button>
        )
      })}
    </div>
  )
}
