import type * as z from 'zod/mini'
import type { BilingualText } from '#contract/bilingual.ts'
import type { ImportField, ImportPlan, importEntities, LinkedName } from '#contract/import.api.ts'
import type { MessageCode } from '#contract/message.ts'
import type { LinkEntity } from '#contract/registry.ts'
import type { Role } from '#contract/role.ts'
import type { AccessLists } from '#server/core/access.ts'
import type { FieldChange } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Values of a record by field, as in the API, except that links are given by the names of their targets. */
export type ImportValues = Record<string, unknown>

/** A record that the importer may read; `stored` is its row, with links as ids. */
export type ExistingRecord = {
  id: number
  rev: number
  isWritable: boolean
  values: ImportValues
  stored: ImportValues
}

export type AdapterField = {
  name: string
  kind: z.output<typeof ImportField>['kind']
  required?: boolean
  canMatch?: boolean
  /** The allowed values, with their names. */
  choices?: Readonly<Record<string, BilingualText>> | undefined
  /** Items of a list are addresses, which may lack their scheme. */
  isAddress?: boolean
  labels: BilingualText
  /** Name of the match criterion, if it covers more than this field. */
  matchLabels?: BilingualText
  /** Other column names that mean this field, in the form of `headerKey`. */
  headers: readonly string[]
  schema: z.ZodMiniType
  /** Value of a cleared field. */
  empty: unknown
}

/** A further record that the import would create: a category, by its name. */
export type MissingRecord = { noun: string; name: string }

/** A name in a row that refers to an organisation. */
export type LinkedOg = Pick<LinkedName, 'name' | 'how' | 'og_id' | 'og_name'>

/** The values of row `n` for its record, settled as if the record were new. */
export type RowValues = { n: number; record_id: number; settled: ImportValues }
export type StatedLink = { n: number; record_id: number; values: ImportValues }

/** Import adapter of an entity: everything that importing needs to know about it. */
export type ImportAdapter = {
  noun: (typeof importEntities)[number]
  roles: readonly Role[]
  fields: readonly AdapterField[]
  /** Default match fields, in order. */
  matchOn: readonly string[]
  /**
   * Key under which two records are equal in a match field; it may use further fields. Undefined if their values are
   * insufficient.
   */
  matchKey(field: string, values: ImportValues): string | undefined
  /** Records that the user may read and that have one of the values; locked if they are about to be written. */
  find(ctx: Ctx, keys: Record<string, unknown[]>, options: { lock: boolean }): Promise<ExistingRecord[]>
  /** Combines values that a file splits into several columns, before anything is looked up. */
  whole?(values: ImportValues): ImportValues
  /** Converts values of cells to values of the record, given the present record if there is one. */
  settle(values: ImportValues, before: ImportValues | undefined): ImportValues
  /** Validates the values of one row together; returns the faulty field, if any. */
  refuses?(values: ImportValues, before: ImportValues | undefined): { field: string; code: MessageCode } | undefined
  /** Replaces names of links by those of existing records, and returns the missing ones. Idempotent. */
  resolveLinks(ctx: Ctx, all: ImportValues[], plan: ImportPlan): Promise<MissingRecord[]>
  /** The organisations that names in the values refer to, one entry for each occurrence of a name. */
  linked?(all: ImportValues[]): LinkedOg[]
  /** Suggested organisations for names that match none. */
  suggest?(ctx: Ctx, names: string[]): Promise<Map<string, LinkedName['suggestions']>>
  /** Ids and values of links that the rows themselves state. */
  readStatedLinks?(ctx: Ctx, rows: readonly RowValues[]): Promise<{ noun: LinkEntity; links: StatedLink[] }>
  /**
   * Inserts with history, in the caller's transaction; returns ids in the given order. `besides`: see `insertRecords`.
   */
  insert(
    ctx: Ctx,
    all: ImportValues[],
    access: Partial<AccessLists>,
    besides?: (ids: readonly number[]) => Promise<void>,
  ): Promise<number[]>
  /** `furtherChanges`: further changes to be recorded in the history. */
  update(
    ctx: Ctx,
    all: { found: ExistingRecord; values: ImportValues; furtherChanges?: FieldChange[] }[],
  ): Promise<void>
}

export type ImportAdapters = Record<ImportAdapter['noun'], ImportAdapter>

export { headerKey } from '../../ingest/columns/header-key.ts'
