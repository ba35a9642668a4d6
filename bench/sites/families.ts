// The generated sites: one half to tune the rules on, and one that is only measured.
import type { Family } from './family.ts'
import { tables } from './tuning/tables.ts'

export const families: readonly Family[] = [tables]
