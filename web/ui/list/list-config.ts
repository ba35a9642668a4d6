import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Page } from '#contract/wire.ts'
import type { Search, SearchInput } from '#web/platform/url.ts'

/** A GET endpoint that answers with a page of `T`. */
export type ListEndpoint<T> = Endpoint & { reply: z.ZodMiniType<Page<T>> }

export type Column<T> = {
  id: string
  title: string
  cell(row: T): ReactNode
  /** Pixels before it grows: at most, and exactly where nothing below says what stands in it. */
  width: number
  /** The widest texts that can stand in it, where they are known: instants, levels, states. */
  widest?: readonly string[]
  /** What stands in a row as text: the column is as wide as the rows' widest, and as its heading where no row has any. */
  text?(row: T): string | null | undefined
  /** Pixels of what stands beside the text: a mark, a border. */
  beside?: number
  face?: 'body' | 'mono'
  /** The acts of a row: the last column, and always in sight. */
  isActs?: boolean
  minWidth?: number
  /** The server's field that this column sorts by; its first click sorts down for numbers and instants. */
  sort?: string
  sortsDownFirst?: boolean
  align?: 'start' | 'end'
  isNumber?: boolean
  defaultHidden?: boolean
  /** Stays at the left edge while the others scroll, unless its reader decides otherwise. */
  isPinned?: boolean
  /** Cannot be hidden: the name. */
  isAlwaysShown?: boolean
  /** Takes the width that is left over. */
  grows?: boolean
  /** Fields an export writes for this column; its id when absent, none when empty. */
  fields?: readonly string[]
}

export type FilterOption = { value: string; label: string; icon?: ReactNode; count?: number }
export type FilterGroup = { value: string; label: string; children: readonly FilterOption[] }

type FilterBase = {
  /** The name in the query, on the page's address and on the wire; a range has `_min` and `_max` behind it. */
  id: string
  label: string
  /** Waits behind "more filters" until it is used. */
  isRare?: boolean
}

export type OptionsFilter = FilterBase & { kind: 'options'; options: readonly FilterOption[]; isPending?: boolean }
export type TreeFilter = FilterBase & { kind: 'tree'; groups: readonly FilterGroup[]; isPending?: boolean }
export type RangeFilter = FilterBase & { kind: 'range'; min: number; max: number }
/** Two dates, each as exact as it is known; on the wire `<id>_from` and `<id>_to`, or `names`. */
export type PeriodFilter = FilterBase & { kind: 'period'; names?: readonly [from: string, to: string] }
export type SwitchFilter = FilterBase & { kind: 'switch' }
export type TextFilter = FilterBase & { kind: 'text' }
/** Asks the server for the records that are chosen from. */
export type PickerFilter = FilterBase & {
  kind: 'picker'
  find: (keyword: string, signal: AbortSignal) => Promise<FilterOption[]>
  name: (ids: readonly string[], signal: AbortSignal) => Promise<FilterOption[]>
}
export type Filter = OptionsFilter | TreeFilter | RangeFilter | PeriodFilter | SwitchFilter | TextFilter | PickerFilter

/** The rows an act is done on: those named, or all that match the filter if still as many as its user saw. */
export type BulkTarget = { ids: number[] } | { filter: Search; expected: number }
export type BulkResult = { done: number; refused: number; ids?: number[] | undefined }

/** The fields of an act's dialog; `null` until what they hold can be sent. */
export type BulkFormProps<V> = { value: V | null; onChange: (value: V | null) => void }

/** A dialog of an act's own. */
export type BulkDialogProps = { target: BulkTarget; onClose: () => void; onDone: () => void }

export type BulkAct<V = unknown> = {
  id: string
  /** A verb: "Set category". */
  label: string
  /** Stands for the label where room is scarce. */
  short?: string
  icon?: LucideIcon
  isDanger?: boolean
  /** Said in the dialog above its fields: what will happen. */
  explain?: string
  Form?: ComponentType<BulkFormProps<V>>
  /** Stands for the usual dialog, with its `Form`, `run` and `done`. */
  Dialog?: ComponentType<BulkDialogProps>
  run: (target: BulkTarget, value: V | null) => Promise<BulkResult>
  /** Takes back what was done, by the ids that were done. */
  undo?: (ids: number[]) => Promise<unknown>
  /** The sentence after it is done. */
  done: (count: number) => string
}

/** Keeps the value's type between an act's form and its run, and forgets it for the list. */
export function bulkAct<V>(act: BulkAct<V>): BulkAct {
  return act as unknown as BulkAct
}

/** All that one list is told. Methods, so that parts which look at no row take the list of any noun. */
export type ListConfig<T> = {
  /** The list's own name: its settings are kept under it. */
  name: string
  /** The wire's noun: views and exports are kept by it. */
  noun: string
  title: string
  endpoint: ListEndpoint<T>
  /** Sent with every request besides the filters. */
  fixed?: SearchInput
  columns: readonly Column<T>[]
  filters: readonly Filter[]
  /** Filters that hold until the reader takes them off; kept in the address as `any` then. */
  preset?: Search
  /** As the server orders when nothing is asked: `-updated_at`; empty for an order of its own that no column has. */
  defaultSort: string
  /** Which column the server's own order is told at, where `defaultSort` is empty. */
  ownSort?: string
  /** More rows than so many are not counted: that they are is all that is said. */
  countsUpTo?: number
  /** What the keyword is looked for in. */
  searchHint: string
  rowId(row: T): number
  rowName(row: T): string
  open?(row: T): void
  edit?(row: T): void
  card?(row: T): ReactNode
  bulkActs?: readonly BulkAct[]
  hasViews?: boolean
  canExport?: boolean
  /** At the right of the title, before "export" and after it. */
  actions?: ReactNode
  primary?: ReactNode
  /** One line below the title: what is done here. */
  about?: string
  /** Stands between the title and the filters. */
  above?: ReactNode
  /** A filter that shows another list rather than a part of this one: the trash. Alone it is no search without result. */
  sideFilter?: string
  /** Shown when there is nothing at all. */
  empty: { title: string; text: string; actions?: ReactNode }
}
