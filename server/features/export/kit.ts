import type { Locale } from '#contract/error.ts'
import type { exportNouns } from '#contract/export.ts'
import type { Role } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A value as a file holds it; a list is told apart so that each format can write it its own way. */
export type Cell = string | number | boolean | null | string[] | { instant: string } | { date: string }

/** Records of a filter, read in one snapshot in the order of the list. */
export type Records = { total: number; batches: AsyncIterable<Record<string, unknown>[]> }

/** All that a noun adds to be exported. */
export type ExportKit = {
  noun: (typeof exportNouns)[number]
  roles: readonly Role[]
  labels: Record<string, Record<Locale, string>>
  /** What the file is called, before its date. */
  fileName: Record<Locale, string>
  /** The list's query without paging; undefined where it is not valid. */
  parseQuery(query: Record<string, unknown>): { query: unknown } | { faults: string[] }
  /** Opens what this reader may read; `work` runs inside the snapshot. */
  read<T>(ctx: Ctx, query: unknown, columns: readonly string[], work: (records: Records) => Promise<T>): Promise<T>
  /** Cells of a record, links as the names they lead to. `isPlain` keeps codes and values of the wire. */
  cellsOf(ctx: Ctx, columns: readonly string[], isPlain: boolean): Promise<(record: Record<string, unknown>) => Cell[]>
}

export type ExportKits = Record<ExportKit['noun'], ExportKit>
