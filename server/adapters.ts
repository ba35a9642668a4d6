import { type AttachmentHolders, downloadAttachment, recordHolder } from './features/attachment/attachment.service.ts'
import { auditExport } from './features/audit/audit.service.ts'
import type { ClaimAdapters } from './features/claim/claim.service.ts'
import { retryJudge, retryRound } from './features/crawl/finish.ts'
import { retryDuplicate } from './features/duplicate/find.ts'
import { type ErasureAdapters, openCopy } from './features/erasure/erasure.service.ts'
import { eventErasure } from './features/event/erase.ts'
import { eventTable } from './features/event/event.queries.ts'
import { updateEvent } from './features/event/event.service.ts'
import { eventExport } from './features/event/export.ts'
import { eventImport } from './features/event/import.ts'
import { unlinkEvent } from './features/event/unlink.ts'
import { exportErasure } from './features/export/erase.ts'
import type { ExportAdapters } from './features/export/export.service.ts'
import { retryFigures } from './features/figure/figure.service.ts'
import { importErasure } from './features/import/erase.ts'
import type { ImportAdapters } from './features/import/import.service.ts'
import type { UndoAdapters } from './features/import_run/import_run.adapter.ts'
import { interchangeErasure } from './features/interchange/erase.ts'
import { issueHolder } from './features/issue/issue.service.ts'
import { deleteMembership, updateMembership } from './features/membership/membership.service.ts'
import { pageErasure, pageMaybeErasure } from './features/mention/erase.ts'
import { weighNames } from './features/namesake/namesake.service.ts'
import { retryDelivery, retryMail } from './features/notification/notification.service.ts'
import { ogExport } from './features/og/export.ts'
import { ogImport } from './features/og/import.ts'
import { updateOg } from './features/og/og.service.ts'
import { deleteUnusedOfRun } from './features/og_cate/og_cate.service.ts'
import { deleteOgRelation, showClaim, updateOgRelation } from './features/og_relation/og_relation.service.ts'
import { ownTextErasure } from './features/own_text/erase.ts'
import { retryOwnText } from './features/own_text/search.ts'
import { extractStored } from './features/page/page.service.ts'
import { personExport } from './features/person/export.ts'
import { personImport } from './features/person/import.ts'
import { updatePerson } from './features/person/person.service.ts'
import { unlinkPerson } from './features/person/unlink.ts'
import { changeRelation, deleteRelation, updateRelation } from './features/relation/relation.service.ts'
import { reportErasure } from './features/report/erase.ts'
import { reportHolder } from './features/report/holder.ts'
import type { ScreeningAdapters } from './features/screening/screening.service.ts'
import { retryScreening } from './features/screening/screening.service.ts'
import { retrySavedSearch, retrySearch } from './features/search/search.service.ts'
import { findSite } from './features/site/site.service.ts'
import type { TicketAdapters } from './features/ticket/ticket.service.ts'
import { uploadErasure, uploadMaybeErasure } from './features/upload/erase.ts'
import { retryUploadRescan } from './features/upload/reading/find.ts'
import { downloadUpload } from './features/upload/ticket.ts'
import { type RescanAdapter, retryRescan } from './features/word/rescan.ts'
import type { Retries, Retry } from './platform/jobs/quarantine.ts'

/** Registries of the import and export of each entity. */
export const importAdapters: ImportAdapters = { og: ogImport, person: personImport, event: eventImport }
export const exportAdapters: ExportAdapters = {
  og: ogExport,
  person: personExport,
  event: eventExport,
  audit: auditExport,
}

/** The undo of an import's changes. */
export const undoAdapters: UndoAdapters = {
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
  rest: deleteUnusedOfRun,
}

/** Applies claims to the values that a record shows. */
export const claimAdapters: ClaimAdapters = {
  og: (ctx, id, rev, patch) => updateOg(ctx, { ...patch, id, rev }),
  person: (ctx, id, rev, patch) => updatePerson(ctx, id, { ...patch, rev }),
  event: (ctx, id, rev, patch) => updateEvent(ctx, id, { ...patch, rev }),
  // A claim that a link exists changes no value.
  membership: (ctx, id, _rev, { link: _, ...patch }) => updateMembership(ctx, id, patch),
  relation: (ctx, id, _rev, { link: _, ...patch }) => changeRelation(ctx, id, patch),
  og_relation: (ctx, id, _rev, patch) => showClaim(ctx, id, patch),
}

/** Writes the data of a list entry into a record that was decided as the same. */
export const screeningAdapters: ScreeningAdapters = {
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
export const erasureAdapters: ErasureAdapters = [
  eventErasure,
  pageErasure,
  pageMaybeErasure,
  ownTextErasure,
  uploadMaybeErasure,
  uploadErasure,
  reportErasure,
  importErasure,
  interchangeErasure,
  exportErasure,
]

/** Opens the target of each kind of ticket. */
export const ticketAdapters: TicketAdapters = {
  person_copy: (ctx, id) => openCopy(ctx, erasureAdapters, id),
  upload: downloadUpload,
  attachment: (ctx, id) => downloadAttachment(ctx, attachmentHolders, id),
}

/** Reads stored pages and weighs the names in them again, when the dictionary has changed. */
export const rescanAdapter: RescanAdapter = {
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
  news: retryDelivery,
  round: retryRound,
  judge: retryJudge,
  duplicate: retryDuplicate,
  screening: retryScreening,
  mail: retryMail,
  saved_search: retrySavedSearch,
  figure: retryFigures,
  rescan: (ctx, item) => {
    const of: Record<string, Retry> = { upload: retryUploadRescan, text: retryOwnText }
    return (of[item.key.split(':')[0] ?? ''] ?? retryRescan(rescanAdapter))(ctx, item)
  },
}
