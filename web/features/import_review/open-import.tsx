import type { CardNoun } from '#contract/noun.ts'
import { EventImport } from '#web/features/event/event.ts'
import type { ChoicesOf } from '#web/features/import_choice/import_choice.ts'
import { InterchangeDialog } from '#web/features/interchange/interchange.ts'
import { OgImport } from '#web/features/og/og.ts'
import { PersonImport } from '#web/features/person/person.ts'

const dialogs = { og: OgImport, person: PersonImport, event: EventImport }
type Props = { of: ChoicesOf; noun: CardNoun | null | undefined; onClose: () => void }

/** The import whose values are reviewed, where it is written. */
export default function OpenImport({ of, noun, onClose }: Props) {
  if ('interchange' in of) return <InterchangeDialog openId={of.interchange} onClose={onClose} />
  const Dialog = dialogs[noun ?? 'og']
  return <Dialog openId={of.import} onClose={onClose} />
}
