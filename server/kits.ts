import { type AttachmentHolders, downloadAttachment, recordHolder } from './features/attachment/attachment.ts'
import { auditExport } from './features/audit/audit.ts'
import type { ClaimKits } from './features/claim/claim.ts'
import { retryJudge, retryRound } from './features/crawl/finish.ts'
import { retryDuplicate } from './features/duplicate/find.ts'
import { type ErasureKits, openCopy } from './features/erasure/erasure.ts'
import { eventErasure } from './features/event/erase.ts'
import { updateEvent } from './features/event/event.ts'
import { eventExport } from './features/event/export.ts'
import { eventImport } from './features/event/import.ts'
import { eventTable } from './features/event/queries.ts'
import { unlinkEvent } from './features/event/unlink.ts'
import { exportErasure } from './features/export/erase.ts'
import type { ExportKits } from './features/export/export.ts'
import { importErasure } from './features/import/erase.ts'
import type { ImportKits } from './features/import/import.ts'
import type { UndoKits } from './features/import_run/kit.ts'
import { interchangeErasure } from './features/interchange/erase.ts'
import { issueHolder } from './features/issue/issue.ts'
import { deleteMembership, updateMembership } from './features/membership/membership.ts'
import { pageErasure, pageMaybeErasure } from './features/mention/erase.ts'
import { weighNames } from './features/namesake/namesake.ts'
import { retryMail, retryNews } from './features/notification/notification.ts'
import { ogExport } from './features/og/export.ts'
import { ogImport } from './features/og/import.ts'
import { updateOg } from './features/og/og.ts'
import { deleteMadeBy } from './features/og_cate/og_cate.ts'
import { deleteOgRelation, showClaim, updateOgRelation } from './features/og_relation/og_relation.ts'
import { extractStored } from './features/page/page.ts'
import { personExport } from './features/person/export.ts'
import { personImport } from './features/person/import.ts'
import { updatePerson } from './features/person/person.ts'
import { unlinkPerson } from './features/person/unlink.ts'
import { changeRelation, deleteRelation, updateRelation } from './features/relation/relation.ts'
import { reportErasure } from './features/report/erase.ts'
import { reportHolder } from './features/report/holder.ts'
import type { ScreeningKits } from './features/screening/screening.ts'
import { retryScreening } from './features/screening/screening.ts'
import { retrySavedSearch, retrySearch } from './features/search/search.ts'
import { findSite } from './features/site/site.ts'
import type { TicketKits } from './features/ticket/ticket.ts'
import { uploadErasure, uploadMaybeErasure } from './features/upload/erase.ts'
import { retryUploadRescan } from './features/upload/reading/find.ts'
import { downloadUpload } from './features/upload/ticket.ts'
import { type RescanKit, retryRescan } from './features/word/rescan.ts'
import type { Retries } from './platform/set-aside.ts'

/** Registries of the import and export of each entity. */
export const importKits: ImportKits = { og: ogImport, person: personImport, event: eventImport }
export const exportKits: ExportKits = { og: ogExport, person: personExport, event: eventExport, audit: auditExport }

/** The undo of an import's changes. */
export const undoKits: UndoKits = {
  records: {
    og: ogImport,
    person: { ...personImport, unlink: unlinkPerson },
    event: { ...eventImport, unlink: unlinkEvent },
  },
  links: {
    membership: {
      remove: (ctx, id) => deleteMembership(ctx, id),
      update: (ctx, id, _first, values) => updateMembership(ctx, id, values),
    },
    relation: {
      remove: (ctx, relation_id, id) => deleteRelation(ctx, { id, relation_id }),
      update: (ctx, relation_id, id, body) => updateRelation(ctx, { params: { id, relation_id }, body }),
    },
    og_relation: {
      remove: (ctx, id) => deleteOgRelation(ctx, id),
      update: (ctx, id, _first, values) => updateOgRelation(ctx, id, values),
    },
  },
  rest: deleteMadeBy,
}

/** Applies claims to the values that a record shows. */
export const claimKits: ClaimKits = {
  og: (ctx, id, rev, patch) => updateOg(ctx, { ...patch, id, rev }),
  person: (ctx, id, rev, patch) => updatePerson(ctx, id, { ...patch, rev }),
  event: (ctx, id, rev, patch) => updateEvent(ctx, id, { ...patch, rev }),
  // A claim that a link exists changes no value.
  membership: (ctx, id, _rev, { link: _, ...patch }) => updateMembership(ctx, id, patch),
  relation: (ctx, id, _rev, { link: _, ...patch }) => changeRelation(ctx, id, patch),
  og_relation: (ctx, id, _rev, patch) => showClaim(ctx, id, patch),
}

/** Writes the data of a list entry into a record that was decided as the same. */
export const screeningKits: ScreeningKits = {
  og: (ctx, id, patch) => updateOg(ctx, { ...patch, id }),
  person: (ctx, id, patch) => updatePerson(ctx, id, patch),
}

/** Entities that files can be attached to. */
export const attachmentHolders: AttachmentHolders = {
  event: recordHolder(eventTable),
  issue: issueHolder,
  report: reportHolder,
}

/** The erasure of a person in each entity, in this order; texts that only name the person are blanked afterwards. */
export const erasureKits: ErasureKits = [
  eventErasure,
  pageErasure,
  pageMaybeErasure,
  uploadMaybeErasure,
  uploadErasure,
  reportErasure,
  importErasure,
  interchangeErasure,
  exportErasure,
]

/** Opens the target of each kind of ticket. */
export const ticketKits: TicketKits = {
  person_copy: (ctx, id) => openCopy(ctx, erasureKits, id),
  upload: downloadUpload,
  attachment: (ctx, id) => downloadAttachment(ctx, attachmentHolders, id),
}

/** Reads stored pages and weighs the names in them again, when the dictionary has changed. */
export const rescanKit: RescanKit = {
  textsOf: async (ctx, version) => {
    const { filter } = await findSite(ctx, version.og_id)
    const { blocks } = await extractStored(ctx, version, filter)
    return blocks.map(block => block.text)
  },
  weigh: weighNames,
}

/** The retry of quarantined items of each queue; jobs are put back into their queue. */
export const retries: Required<Omit<Retries, 'job'>> = {
  search: retrySearch,
  news: retryNews,
  round: retryRound,
  judge: retryJudge,
  duplicate: retryDuplicate,
  screening: retryScreening,
  mail: retryMail,
  saved_search: retrySavedSearch,
  rescan: (ctx, aside) => (aside.key.startsWith('upload:') ? retryUploadRescan : retryRescan(rescanKit))(ctx, aside),
}
