import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Search, SearchInput } from '#web/platform/url.ts'

/** A GET endpoint that returns a page of `T`. */
export type ListEndpoint<T> = Endpoint & { reply: z.ZodMiniType<ListPage<T>> }

export type Column<T> = {
  id: string
  title: string
  /** `rows`: all rows of the page. */
  cell(row: T, rows: readonly T[]): ReactNode
  /** Pixels before it grows: the maximum, and the exact width if nothing below describes the content. */
  width: number
  /** The widest possible texts, if they are known: instants, levels, states. */
  widest?: readonly string[]
  /** The text of a row: the column is as wide as the widest text of its rows, and shrinks to a mark if no row has any. */
  text?(row: T, rows: readonly T[]): string | null | undefined
  /** Pixels of the content next to the text: a mark, a border. */
  markWidth?: number
  face?: 'body' | 'mono'
  /** True for the actions of a row: the last column, always visible. */
  isActs?: boolean
  minWidth?: number
  /** The server's field that this column sorts by; the first click sorts numbers and instants in descending order. */
  sort?: string
  sortsDownFirst?: boolean
  align?: 'start' | 'end'
  isNumber?: boolean
  defaultHidden?: boolean
  /** Stays at the left edge while the others scroll, unless the user decides otherwise. */
  isPinned?: boolean
  /** Cannot be hidden: the name. */
  isAlwaysShown?: boolean
  /** Takes the remaining width. */
  grows?: boolean
  /** Fields in an export of this column; its id if absent, none if empty. */
  fields?: readonly string[]
}

export type FilterOption = { value: string; label: string; icon?: ReactNode; count?: number }
export type FilterGroup = { value: string; label: string; children: readonly FilterOption[] }

type FilterBase = {
  /** The name in the query, in the page's address and in the API; a range has the suffixes `_min` and `_max`. */
  id: string
  label: string
  /** Hidden under "more filters" until it is used. */
  isRare?: boolean
}

export type OptionsFilter = FilterBase & { kind: 'options'; options: readonly FilterOption[]; isPending?: boolean }
export type TreeFilter = FilterBase & { kind: 'tree'; groups: readonly FilterGroup[]; isPending?: boolean }
export type RangeFilter = FilterBase & { kind: 'range'; min: number; max: number }
/** Two dates, each as precise as it is known; in the API `<id>_from` and `<id>_to`, or `names`. */
export type PeriodFilter = FilterBase & { kind: 'period'; names?: readonly [from: string, to: string] }
export type SwitchFilter = FilterBase & { kind: 'switch' }
export type TextFilter = FilterBase & { kind: 'text' }
/** A filter by records that the server searches. */
export type PickerFilter = FilterBase & {
  kind: 'picker'
  find: (keyword: string, signal: AbortSignal) => Promise<FilterOption[]>
  name: (ids: readonly string[], signal: AbortSignal) => Promise<FilterOption[]>
}
export type FilterConfig =
  | OptionsFilter
  | TreeFilter
  | RangeFilter
  | PeriodFilter
  | SwitchFilter
  | TextFilter
  | PickerFilter

/**
 * The target of a bulk action: named rows, or all that match the filter if their number is still the one that the user
 * saw.
 */
export type BulkTarget = { ids: number[] } | { filter: Search; expected: number }
export type BulkResult = { done: number; refused: number; ids?: number[] | undefined }

/** The fields of an action's dialog; `null` while the values cannot be sent. */
export type BulkFormProps<V> = { value: V | null; onChange: (value: V | null) => void }

/** `value` is null for an action without fields, and while the values cannot be sent. */
export type BulkTrialProps<V> = { target: BulkTarget; value: V | null }

/** An action's own dialog. */
export type BulkDialogProps = { target: BulkTarget; onClose: () => void; onDone: () => void }

export type BulkAct<V = unknown> = {
  id: string
  /** A verb: "Set category". */
  label: string
  /** Replaces the label if space is scarce. */
  short?: string
  icon?: LucideIcon
  isDanger?: boolean
  /** Shown above the fields of the dialog: the effect of the action. */
  explain?: string
  Form?: ComponentType<BulkFormProps<V>>
  /** Tries the action before it runs. */
  Trial?: ComponentType<BulkTrialProps<V>>
  /** Replaces the standard dialog with its `Form`, `run` and `done`. */
  Dialog?: ComponentType<BulkDialogProps>
  run: (target: BulkTarget, value: V | null) => Promise<BulkResult>
  /** Undoes the action for the ids that it changed. */
  undo?: (ids: number[]) => Promise<unknown>
  /** The sentence after the action. */
  done: (count: number) => string
}

/** Keeps the value's type consistent between an action's form and its run, and drops it for the list. */
export function bulkAct<V>(act: BulkAct<V>): BulkAct {
  return act as unknown as BulkAct
}

/**
 * The configuration of one list. Functions are declared as methods, so that parts without access to rows accept the
 * list of any entity.
 */
export type ListConfig<T> = {
  /** The list's own name: its settings are stored under it. */
  name: string
  /** The entity's API name: views and exports are stored under it. */
  noun: string
  title: string
  endpoint: ListEndpoint<T>
  /** Sent with every request in addition to the filters. */
  fixed?: SearchInput
  columns: readonly Column<T>[]
  filters: readonly FilterConfig[]
  /** Filters that apply until the user removes them; the address then has `any`. */
  preset?: Search
  /** The server's default order, e.g. `-updated_at`; empty for an order that no column has. */
  defaultSort: string
  /** The column that shows the server's default order if `defaultSort` is empty. */
  ownSort?: string
  /** Counts are capped at this number; beyond it, the total is shown as more than that. */
  countsUpTo?: number
  /** The fields that the keyword is searched in. */
  searchHint: string
  /** True if names have a second line: rows are higher. */
  hasSecondLine?: boolean
  rowId(row: T): number
  rowName(row: T): string
  open?(row: T): void
  edit?(row: T): void
  card?(row: T): ReactNode
  bulkActs?: readonly BulkAct[]
  hasViews?: boolean
  canExport?: boolean
  /** At the right of the title, before and after "export". */
  actions?: ReactNode
  primary?: ReactNode
  /** The purpose of the list, in one line below the title. */
  about?: string
  /** Between the title and the filters. */
  above?: ReactNode
  /**
   * A filter that shows another list instead of a part of this one: the trash. If it is the only one, an empty list is
   * no search without result.
   */
  sideFilter?: string
  /**
   * Shown if the list is empty without filters, with the primary action of the title as first step; with `isPrimary`,
   * its own actions contain the first step, and the title keeps its action.
   */
  empty: { title: string; text: string; actions?: ReactNode; isPrimary?: boolean }
}
