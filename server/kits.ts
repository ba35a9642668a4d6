import type { ExportKits } from './features/export/export.ts'
import type { ImportKits } from './features/import/import.ts'
import { ogExport } from './features/og/export.ts'
import { ogImport } from './features/og/import.ts'

/** What each noun brings to be imported from files, and exported into them. */
export const importKits: ImportKits = { og: ogImport }
export const exportKits: ExportKits = { og: ogExport }
