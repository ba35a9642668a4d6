import type { ImportKits } from './features/import/import.ts'
import { ogImport } from './features/og/import.ts'

/** What each noun brings to be imported from files. */
export const importKits: ImportKits = { og: ogImport }
