import type { ReactNode } from 'react'

/** How one field of a record is called and its value shown; the form's comparison, history and facts share it. */
export type FieldLook = { label: string; show: (value: unknown) => ReactNode }

export type FieldLooks = Readonly<Record<string, FieldLook>>

/** True for what a reader sees as nothing. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === undefined || value === ''
}
