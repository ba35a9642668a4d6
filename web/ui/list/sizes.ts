import type { ListSetting } from '#contract/setting.ts'

export type Density = NonNullable<ListSetting['density']>
export const densities = ['compact', 'middle', 'loose'] as const satisfies readonly Density[]

/** Pixels of a row. */
export const rowHeights: Record<Density, number> = { compact: 28, middle: 36, loose: 44 }

/** Pixels of the head and of the column with the boxes. */
export const headHeight = 36
export const selectWidth = 40
