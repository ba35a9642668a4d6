import type { Import } from '#contract/import.api.ts'
import { importDialog } from '#web/record/acts.ts'

/** The import dialog for an upload: mapping, dry run and writing, as for any other file. */
export default function ImportFrom({ opened, onClose }: { opened: Import; onClose: () => void }) {
  const Dialog = importDialog(opened.noun)
  return <Dialog openId={opened.id} onClose={onClose} />
}
