import { type AttachmentHolders, downloadAttachment, recordHolder } from './features/attachment/attachment.ts'
import { auditExport } from './features/audit/audit.ts'
import { eventExport } from './features/event/export.ts'
import { eventImport } from './features/event/import.ts'
import { eventTable } from './features/event/queries.ts'
import type { ExportKits } from './features/export/export.ts'
import type { ImportKits } from './features/import/import.ts'
import { issueHolder } from './features/issue/issue.ts'
import { ogExport } from './features/og/export.ts'
import { ogImport } from './features/og/import.ts'
import { personExport } from './features/person/export.ts'
import { personImport } from './features/person/import.ts'
import type { TicketKits } from './features/ticket/ticket.ts'
import { downloadUpload } from './features/upload/ticket.ts'

/** What each noun brings to be imported from files, and exported into them. */
export const importKits: ImportKits = { og: ogImport, person: personImport, event: eventImport }
export const exportKits: ExportKits = { og: ogExport, person: personExport, event: eventExport, audit: auditExport }

/** Whose records files can be attached to. */
export const attachmentHolders: AttachmentHolders = { event: recordHolder(eventTable), issue: issueHolder }

/** What a ticket of each kind opens. */
export const ticketKits: TicketKits = {
  upload: downloadUpload,
  attachment: (ctx, id) => downloadAttachment(ctx, attachmentHolders, id),
}
