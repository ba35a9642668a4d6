import type { ListSetting } from '#contract/setting.api.ts'

type Density = NonNullable<ListSetting['density']>
export const densities = ['compact', 'middle', 'loose'] as const satisfies readonly Density[]

/** Row heights in pixels. */
export const rowHeights: Record<Density, number> = { compact: 28, middle: 36, loose: 44 }

/** Pixels that a second line under the name adds to a row. */
export const secondLineHeight = 12

/** Height of the head and width of the column with the checkboxes, in pixels. */
export const headHeight = 36
export const selectWidth = 40
