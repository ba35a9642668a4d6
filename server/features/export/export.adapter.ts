import type { BilingualText } from '#contract/bilingual.ts'
import type { exportEntities } from '#contract/export.api.ts'
import type { Role } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A value in a file; lists have their own type, so that each format can write them in its own way. */
export type ExportCell = string | number | boolean | null | string[] | { instant: string } | { date: string }

/** Records of a filter, read in one snapshot in the order of the list. */
export type Records = { total: number; batches: AsyncIterable<Record<string, unknown>[]> }

/** The functions that an entity provides to be exported. */
export type ExportAdapter = {
  noun: (typeof exportEntities)[number]
  roles: readonly Role[]
  labels: Record<string, BilingualText>
  /** The file's name, before its date. */
  fileName: BilingualText
  /** Parses the list's query without paging; returns the faults if it is invalid. */
  parseQuery(query: Record<string, unknown>): { query: unknown } | { faults: string[] }
  /** Opens the records that this reader may read; `work` runs inside the snapshot. */
  read<T>(ctx: Ctx, query: unknown, columns: readonly string[], work: (records: Records) => Promise<T>): Promise<T>
  /**
   * Converts a record into cells, links as the names of their targets. `isPlain` retains codes and values of the API.
   */
  cellsOf(
    ctx: Ctx,
    columns: readonly string[],
    isPlain: boolean,
  ): Promise<(record: Record<string, unknown>) => ExportCell[]>
}

export type ExportAdapters = Record<ExportAdapter['noun'], ExportAdapter>
