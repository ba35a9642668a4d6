import type { Import } from '#contract/import.ts'
import { EventImport } from '#web/features/event/event.ts'
import { OgImport } from '#web/features/og/og.ts'
import { PersonImport } from '#web/features/person/person.ts'

const dialogs = { og: OgImport, person: PersonImport, event: EventImport }

/** The import that an upload was opened as: its mapping, dry run and writing, as with any other file. */
export default function ImportFrom({ opened, onClose }: { opened: Import; onClose: () => void }) {
  const Dialog = dialogs[opened.noun]
  return <Dialog openId={opened.id} onClose={onClose} />
}
