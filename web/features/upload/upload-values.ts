import * as z from 'zod/mini'
import { NewUpload, type Upload, uploadFields } from '#contract/upload.api.ts'
import { Text } from '#contract/wire.ts'
import { type ComparedValues, pick } from '#web/ui/form/compare.ts'
import { isBlank } from '#web/ui/formatter.ts'

/** An upload as the form holds it: links by their ids. */
export function uploadValues(upload: Upload): ComparedValues {
  const idsOf = (refs: readonly { id: number }[]) => refs.map(ref => ref.id)
  return { ...pick(upload, uploadFields), ogs: idsOf(upload.ogs), persons: idsOf(upload.persons) }
}

/** Details of files before they are sent; all of them are optional. */
export const ProvenanceForm = z.extend(NewUpload, { title: z.nullable(Text(300)) })

const emptyValues = {
  title: null,
  note: null,
  source: null,
  ogs: [],
  persons: [],
  read_user: [],
  write_user: [],
  read_group: [],
  write_group: [],
}

export const provenanceValues = (details: NewUpload): ComparedValues => ({ ...emptyValues, ...details })

/** Removes empty values: the server then uses its defaults. */
export function toNewUpload(values: ComparedValues): NewUpload {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value))) as NewUpload
}
