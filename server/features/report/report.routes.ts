import * as report from '#contract/report.api.ts'
import * as template from '#contract/report-template.api.ts'
import * as version from '#contract/report-version.api.ts'
import * as work from '#contract/report-work.api.ts'
import { readWhole, receiveFile, sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkReport } from './bulk.ts'
import { exportReport } from './export/export.ts'
import { draftOfDiff } from './from-diff.ts'
import * as service from './report.service.ts'
import { actOnReport } from './report-action.ts'
import { logoLimitBytes, logoOf } from './template/logo.ts'
import { previewTemplate } from './template/sample.ts'
import { getTemplate, setTemplate } from './template/template.ts'
import { compareVersions, getVersion, listVersions, restoreVersion } from './version.ts'
import { createComment, listComments, resolveComment } from './work/comment.ts'
import { deleteDraft, getDraft, saveDraft } from './work/draft.ts'
import { bePresent } from './work/presence.ts'

export function reportRoutes(bind: Bind, { publicUrl }: { publicUrl: string | undefined }): void {
  bind(report.listReports, (ctx, { query }) => service.listReports(ctx, query))
  bind(report.listReportFacets, ctx => service.countFacets(ctx))
  bind(report.createReport, (ctx, { body }) => service.createReport(ctx, body))
  bind(report.bulkReport, (ctx, { body }) => bulkReport(ctx, body))
  bind(report.getReport, (ctx, { params }) => service.getReport(ctx, params.id))
  bind(report.updateReport, (ctx, { params, body }) => service.updateReport(ctx, params.id, body))
  bind(report.deleteReport, (ctx, { params }) => service.deleteReport(ctx, params.id))
  bind(report.restoreReport, (ctx, { params }) => service.restoreReport(ctx, params.id))
  bind(report.listReportHistory, (ctx, { params, query }) => service.listReportHistory(ctx, params.id, query))
  bind(report.actOnReport, (ctx, { params, body }) => actOnReport(ctx, params.id, body))
  bind(report.exportReport, async (ctx, { params, query }, { reply }) =>
    sendAttachment(reply, await exportReport(ctx, params.id, query, publicUrl)),
  )
  bind(report.draftReportOfDiff, (ctx, { params }) => draftOfDiff(ctx, params.id))

  bind(template.getReportTemplate, ctx => getTemplate(ctx))
  bind(template.setReportTemplate, (ctx, { body }) => setTemplate(ctx, body))
  bind(template.createLogo, async (ctx, _input, { request }) => ({
    logo: await logoOf(ctx, await readWhole(await receiveFile(request, logoLimitBytes))),
  }))
  bind(template.previewReportTemplate, async (ctx, { body }, { reply }) =>
    sendAttachment(reply, await previewTemplate(ctx, body)),
  )

  bind(version.listReportVersions, (ctx, { params, query }) => listVersions(ctx, params.id, query))
  bind(version.getReportVersion, (ctx, { params }) => getVersion(ctx, params.id, params.number))
  bind(version.restoreReportVersion, (ctx, { params, body }) => restoreVersion(ctx, params, body.rev))
  bind(version.compareReportVersions, (ctx, { params, query }) => compareVersions(ctx, params.id, query))

  bind(work.getReportDraft, (ctx, { params }) => getDraft(ctx, params.id))
  bind(work.saveReportDraft, (ctx, { params, body }) => saveDraft(ctx, params.id, body))
  bind(work.deleteReportDraft, (ctx, { params }) => deleteDraft(ctx, params.id))
  bind(work.beOnReport, (ctx, { params, body }) => bePresent(ctx, params.id, body))
  bind(work.listReportComments, (ctx, { params }) => listComments(ctx, params.id))
  bind(work.createReportComment, (ctx, { params, body }) => createComment(ctx, params.id, body))
  bind(work.resolveReportComment, (ctx, { params, body }) => resolveComment(ctx, params, body.is_resolved))
}
