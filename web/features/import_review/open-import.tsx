import type { Entity } from '#contract/registry.ts'
import type { ChoiceImport } from '#web/features/import_choice/import_choice.ts'
import { InterchangeDialog } from '#web/features/interchange/interchange.ts'
import { importDialog } from '#web/record/acts.ts'

type Props = { of: ChoiceImport; noun: Entity | null | undefined; onClose: () => void }

/** Opens the import whose values are reviewed. */
export default function OpenImport({ of, noun, onClose }: Props) {
  if ('interchange' in of) return <InterchangeDialog openId={of.interchange} onClose={onClose} />
  if (!noun) return null
  const Dialog = importDialog(noun)
  return <Dialog openId={of.import} onClose={onClose} />
}
