/**
 * Imports the parts that features register on pages of other entities (record/parts.tsx). The layout loads it for all
 * pages.
 */
import './features/claim/parts.ts'
import './features/duplicate/parts.ts'
import './features/event/parts.tsx'
import './features/membership/parts.tsx'
import './features/mention/parts.ts'
import './features/notification/parts.ts'
import './features/og/parts.ts'
import './features/og_relation/parts.tsx'
import './features/overview/parts.ts'
import './features/person/parts.ts'
import './features/relation/parts.tsx'
import './features/report/parts.ts'
import './features/screening/parts.ts'
import './features/site/parts.tsx'
import './features/upload/parts.ts'
