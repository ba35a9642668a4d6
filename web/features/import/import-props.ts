import type { Import } from '#contract/import.api.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import type { RecordSource } from '#web/ui/picker/record-source.ts'

/** Field formatters for values that refer to other records; called again with the values on the screen. */
export type FormattersOf = (values: readonly { field: string; value: unknown }[]) => FieldFormatters

/** The import configuration of an entity: its API name, and the labels and formatters of its fields. */
export type ImportProps = {
  noun: Import['noun']
  formatters: FieldFormatters
  useLooksOf?: FormattersOf | undefined
  /** The organisations that names in the file may refer to, for entities that link to organisations by name. */
  nameSource?: RecordSource | undefined
  /** An existing import to open. */
  openId?: number | undefined
  onClose: () => void
  /** Called after records were written. */
  onDone: () => void
}

/** States in which the server is working: the import is polled until it leaves them. */
export function isImportBusy(state: Import['state']): boolean {
  return state === 'parsing' || state === 'checking' || state === 'running'
}
