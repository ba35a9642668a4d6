/**
 * Imports `parts.ts` of every feature: the parts that it registers on pages of other entities (record/parts.tsx). The
 * layout loads it for all pages.
 */
import.meta.glob('./features/*/parts.{ts,tsx}', { eager: true })
