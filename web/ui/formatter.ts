import type { ReactNode } from 'react'

/** Label and formatter of one field of a record; the form's comparison, history and facts share it. */
export type FieldFormatter = { label: string; show: (value: unknown) => ReactNode }

export type FieldFormatters = Readonly<Record<string, FieldFormatter>>

/** True for values that users see as empty. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === undefined || value === ''
}
