import type * as z from 'zod/mini'
import type { Locale } from '#contract/error.ts'
import type { ImportField, ImportPlan, importNouns, LinkedName } from '#contract/import.ts'
import type { MessageCode } from '#contract/message.ts'
import type { LinkNoun } from '#contract/noun.ts'
import type { Role } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Change } from '#server/record/history.ts'

/** Values of a record by field, as the wire has them, except that links are the names they lead to. */
export type Values = Record<string, unknown>

/** A record that the importer may read; `stored` is its row, links as ids. */
export type Found = { id: number; rev: number; isWritable: boolean; values: Values; stored: Values }

export type KitField = {
  name: string
  kind: z.output<typeof ImportField>['kind']
  required?: boolean
  canMatch?: boolean
  /** The values that it can have, with their names. */
  choices?: Readonly<Record<string, Record<Locale, string>>> | undefined
  /** Entries of a list are addresses, which may come without their scheme. */
  isAddress?: boolean
  labels: Record<Locale, string>
  /** What finds a record, where it is more than this field. */
  matchLabels?: Record<Locale, string>
  /** Other column names that mean this field, in the form of `headerKey`. */
  headers: readonly string[]
  schema: z.ZodMiniType
  /** What a cleared cell leaves behind. */
  empty: unknown
}

/** A record beside the imported ones that writing them would create: a category, by its name. */
export type Missing = { noun: string; name: string }

/** A name in a row that stands for an organisation. */
export type Linked = Pick<LinkedName, 'name' | 'how' | 'og_id' | 'og_name'>

/** What row `n` says of its record, settled as if there were nothing but the row. */
export type Told = { n: number; record_id: number; settled: Values }
export type SaidLink = { n: number; record_id: number; values: Values }

/** All that a noun adds to be imported; the rest is the same for every noun. */
export type ImportKit = {
  noun: (typeof importNouns)[number]
  roles: readonly Role[]
  fields: readonly KitField[]
  /** Fields that find a record unless the user says otherwise, first to last. */
  matchOn: readonly string[]
  /** The form in which two records say the same in a match field, which may take more than that one field; undefined where they say too little. */
  matchKey(field: string, values: Values): string | undefined
  /** Records this reader may read that have one of the values; locked when about to be written. */
  find(ctx: Ctx, keys: Record<string, unknown[]>, options: { lock: boolean }): Promise<Found[]>
  /** Puts together what a file has in several columns, before anything is looked up. */
  whole?(values: Values): Values
  /** Turns what the cells say into values of the record, given the record as it is. */
  settle(values: Values, before: Values | undefined): Values
  /** What holds the values of one row together, and the field that says otherwise. */
  refuses?(values: Values, before: Values | undefined): { field: string; code: MessageCode } | undefined
  /** Brings names of links into the form that exists, and tells those that do not. Run again on its own result, it changes nothing. */
  resolveLinks(ctx: Ctx, all: Values[], plan: ImportPlan): Promise<Missing[]>
  /** What the names of organisations in the values mean, one entry a name and occurrence. */
  linked?(all: Values[]): Linked[]
  /** Organisations that names may mean which mean none. */
  suggest?(ctx: Ctx, names: string[]): Promise<Map<string, LinkedName['suggestions']>>
  /** Of links that the rows themselves tell of, the number of each, and what is said of it. */
  linksSaid?(ctx: Ctx, rows: readonly Told[]): Promise<{ noun: LinkNoun; links: SaidLink[] }>
  /** Writes with history, in the caller's transaction; ids in the order given. `besides`: as `insertRecords` has it. */
  insert(
    ctx: Ctx,
    all: Values[],
    access: { read_user: number[]; write_user: number[] },
    besides?: (ids: readonly number[]) => Promise<void>,
  ): Promise<number[]>
  /** `told`: what the history says besides. */
  update(ctx: Ctx, all: { found: Found; values: Values; told?: Change[] }[]): Promise<void>
}

export type ImportKits = Record<ImportKit['noun'], ImportKit>

export { headerKey } from './header-key.ts'
