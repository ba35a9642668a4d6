import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ListSetting } from '#contract/setting.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { getLocale } from '#web/platform/locale.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { usePage } from '#web/platform/page.tsx'
import { queryAddress } from '#web/platform/query.ts'
import { changeListSetting, useListSetting } from '#web/platform/setting.ts'
import { type ColumnState, columnMinWidth, narrowColumns, readColumns } from './columns.ts'
import type { Column, ListConfig } from './list-config.ts'
import {
  filterOf,
  isBlank,
  type ListShape,
  type ListState,
  queryOf,
  readState,
  shapeOf,
  writeState,
} from './list-state.ts'
import { noSelection, type RowSelection } from './selection.ts'
import { useDefaultView } from './use-views.ts'

type Face = 'body' | 'strong' | 'mono'

/** Measures the width of a text in pixels, in one of the faces of a list. */
export type TextMeasure = (text: string, face: Face) => number

const widthCache = new Map<string, number>()
const maxCachedWidths = 20_000
let context: OffscreenCanvasRenderingContext2D | null | undefined

/** Half an em per letter, a whole one per Chinese character: used without a canvas. */
const estimate: TextMeasure = text =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 14 : 7.5), 0)

function fonts(): Record<Face, string> {
  const { fontFamily, fontSize } = getComputedStyle(document.body)
  const mono = getComputedStyle(document.documentElement).getPropertyValue('--mono') || 'monospace'
  const size = fontSize || '14px'
  return {
    body: `${size} ${fontFamily || 'sans-serif'}`,
    strong: `600 ${size} ${fontFamily || 'sans-serif'}`,
    mono: `12px ${mono}`,
  }
}

/** Measures on a canvas, each text once per language and font; every digit counts as wide as the widest one. */
function measurer(): TextMeasure {
  context ??= typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return estimate
  const canvas = context
  const byFace = fonts()
  const locale = getLocale()
  return (text, face) => {
    const font = byFace[face]
    const key = `${locale} ${font} ${text}`
    const before = widthCache.get(key)
    if (before !== undefined) return before
    if (widthCache.size > maxCachedWidths) widthCache.clear()
    canvas.font = font
    // Figures on the screen are tabular, but a canvas only measures proportional ones.
    const width = canvas.measureText(text.replace(/\d/g, '0')).width
    widthCache.set(key, width)
    return width
  }
}

/** The horizontal padding of a cell, and one pixel against rounding. */
const cellPadding = 17
/** The arrow of an order and the space before it. */
const arrowWidth = 18

function headWidth(column: Column<never>, measure: TextMeasure): number {
  return measure(column.title, 'strong') + (column.sort ? arrowWidth : 0)
}

function bodyWidth<T>(column: Column<T>, rows: readonly T[] | undefined, measure: TextMeasure): number | null {
  const { widest, text, markWidth = 0, face = 'body' } = column
  const texts = widest ?? (rows && text && rows.flatMap(row => text(row, rows) || []))
  // Before the first rows are loaded, and for columns without texts.
  if (!texts) return null
  const widths = texts.map(each => measure(each, face)).sort((one, two) => one - two)
  if (widths.length === 0) return 0
  const fitting = column.grows ? Math.ceil(widths.length * fittingNames) : widths.length
  return (widths[fitting - 1] as number) + markWidth
}

/** Pixels down to which a column of texts shrinks before the rows scroll. */
const leastTextWidth = 80
/** Share of the names that fit before other columns get their width; the rest fit if there is room left. */
const fittingNames = 0.75
/** The factor by which long texts can exceed the width of their column if the names leave room. */
const wideText = 1.5
/** Pixels that the widest name can take; beyond them it is cut. */
const mostNameWidth = 640

/** The minimum width of a column: its heading and some of its text; known texts are never cut. */
export function leastWidth<T>(column: Column<T>, width: number, measure: TextMeasure): number {
  if (!column.text || column.widest || column.grows) return width
  return Math.min(width, Math.max(leastTextWidth, Math.ceil(headWidth(column as Column<never>, measure)) + cellPadding))
}

/**
 * The width of a column unless the user chose one: the maximum of its heading, its known texts, and the texts of its
 * rows up to half more than the column's own `width`; a growing column is as wide as three quarters of its texts, up to a limit,
 * so that a few long names do not cut every category. Without values in the
 * rows, the width of the heading.
 */
export function fitWidth<T>(column: Column<T>, rows: readonly T[] | undefined, measure: TextMeasure): number {
  const head = headWidth(column as Column<never>, measure) + cellPadding
  if (column.isActs) return column.width
  if (column.grows && !column.text) return Math.max(column.width, Math.ceil(head))
  const body = hasNoValue(column, rows) ? 0 : bodyWidth(column, rows, measure)
  if (body === null) return Math.max(column.width, Math.ceil(head))
  const most = column.widest ? Number.POSITIVE_INFINITY : column.grows ? mostNameWidth : column.width * wideText
  return Math.max(
    column.minWidth ?? columnMinWidth,
    Math.ceil(head),
    Math.ceil(Math.min(most, body === 0 ? 0 : body + cellPadding)),
  )
}

/** True if a column of texts has no value in any of the rows. */
export function hasNoValue<T>({ text }: Column<T>, rows: readonly T[] | undefined): boolean {
  return rows !== undefined && rows.length > 0 && text !== undefined && !rows.some(row => text(row, rows))
}

export type ListModel<T> = {
  config: ListConfig<T>
  shape: ListShape
  state: ListState
  /** With `replace`, the change is no step of the back button. */
  change: (patch: Partial<ListState>, options?: { replace?: boolean }) => void
  setting: ListSetting
  changeSetting: (patch: Partial<ListSetting>) => void
  columns: ColumnState
  /** The rows on the screen; those of the previous page while the next one loads. */
  page: ListPage<T> | undefined
  rows: readonly T[]
  ids: readonly number[]
  total: number
  isEstimated: boolean
  isLoading: boolean
  error: Error | null
  reload: () => void
}

/** Separate from the list, so that selecting a row does not render filters or titles again. */
export type ListSelection = { selection: RowSelection; select: (selection: RowSelection) => void }

const noRows: readonly never[] = []

/** The complete state of a list: parameters of the address, the user's settings, and the server's reply. */
export function useList<T>(config: ListConfig<T>): ListModel<T> {
  const { search, setSearch, isActive } = usePage()
  const shape = useMemo(() => shapeOf(config), [config])
  const state = useMemo(() => readState(search, shape), [search, shape])
  const setting = useListSetting(config.name)
  const isNarrow = useIsNarrow()
  const isBlankNow = isActive && config.hasViews === true && isBlank(search, shape)
  const fill = useCallback(
    (text: string) => setSearch(before => ({ ...before, ...viewAddress(text) }), { replace: true }),
    [setSearch],
  )
  const isWaiting = useDefaultView(config, isBlankNow, fill)

  const query = { ...config.fixed, ...queryOf(state) }
  const result = useQuery({
    ...queryAddress<Endpoint>(config.endpoint, query),
    placeholderData: keepPreviousData,
    enabled: isActive && !isWaiting,
    // Rows without the default view are not shown before it.
    ...(isWaiting && { initialData: undefined }),
  })
  const page = result.data as ListPage<T> | undefined
  const rows = page?.items ?? noRows
  const ids = useMemo(() => rows.map(config.rowId), [rows, config.rowId])
  const columns = useMemo(() => {
    const measure = measurer()
    const fitted = config.columns.map(column => {
      const width = fitWidth(column, page?.items, measure)
      const isEmpty = !column.isAlwaysShown && hasNoValue(column, page?.items)
      return { ...column, width, least: leastWidth(column, width, measure), isEmpty }
    })
    const wide = readColumns(fitted, setting, config.defaultSort || config.ownSort, state.sort)
    return isNarrow ? narrowColumns(wide) : wide
  }, [config.columns, config.defaultSort, config.ownSort, page, setting, state.sort, isNarrow])

  const change = useCallback<ListModel<T>['change']>(
    (patch, options) => setSearch(before => writeState(before, patch, shape), options),
    [setSearch, shape],
  )
  const changeSetting = useCallback(
    (patch: Partial<ListSetting>) => changeListSetting(config.name, patch),
    [config.name],
  )
  const { refetch } = result
  const reload = useCallback(() => void refetch(), [refetch])
  const isLoading = result.isFetching || isWaiting
  // Reported from the first failure on, also while the request is being retried.
  const error = result.failureReason
  return useMemo(
    () => ({
      config,
      shape,
      state,
      change,
      setting,
      changeSetting,
      columns,
      page,
      rows,
      ids,
      total: page?.total ?? 0,
      isEstimated: page?.total_estimated ?? false,
      isLoading,
      error,
      reload,
    }),
    [config, shape, state, change, setting, changeSetting, columns, page, rows, ids, isLoading, error, reload],
  )
}

/** The selected rows; a change of the filter clears them, because the screen then shows other rows. */
export function useChosen<T>({ state }: ListModel<T>): ListSelection {
  const filterText = JSON.stringify(filterOf(state))
  const [kept, setKept] = useState({ selection: noSelection, filterText })
  const select = useCallback((selection: RowSelection) => setKept({ selection, filterText }), [filterText])
  return { selection: kept.filterText === filterText ? kept.selection : noSelection, select }
}

/** The address that shows a view: its own query string. */
function viewAddress(text: string): Record<string, string[]> {
  const pairs = new URLSearchParams(text)
  return Object.fromEntries([...new Set(pairs.keys())].map(name => [name, pairs.getAll(name)]))
}
