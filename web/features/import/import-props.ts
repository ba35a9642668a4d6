import type { Import } from '#contract/import.ts'
import type { FieldLooks } from '#web/ui/look.ts'
import type { RecordSource } from '#web/ui/picker/record-source.ts'

/** How fields are shown whose values lead to other records; called anew with the values on the screen. */
export type LooksOf = (values: readonly { field: string; value: unknown }[]) => FieldLooks

/** What a noun tells the import of itself: its wire name, and how its fields are called and shown. */
export type ImportProps = {
  noun: Import['noun']
  looks: FieldLooks
  useLooksOf?: LooksOf | undefined
  /** Organisations that names in the file may mean; for nouns that link to them by name. */
  nameSource?: RecordSource | undefined
  /** An import that is there already, to begin with. */
  openId?: number | undefined
  onClose: () => void
  /** Called when records were written. */
  onDone: () => void
}

/** States in which the server is at work: what they show is asked again until it is over. */
export function isBusy(state: Import['state']): boolean {
  return state === 'parsing' || state === 'checking' || state === 'running'
}
