import type { Import } from '#contract/import.ts'
import { importDialog } from '#web/record/acts.ts'

/** The import that an upload was opened as: its mapping, dry run and writing, as with any other file. */
export default function ImportFrom({ opened, onClose }: { opened: Import; onClose: () => void }) {
  const Dialog = importDialog(opened.noun)
  return <Dialog openId={opened.id} onClose={onClose} />
}
