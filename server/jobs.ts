import type { TaskList } from 'graphile-worker'
import { entityNames } from '#contract/registry.ts'
import {
  attachmentHolders,
  erasureAdapters,
  exportAdapters,
  importAdapters,
  rescanAdapter,
  retries,
  undoAdapters,
} from './adapters.ts'
import { deleteOldChanges } from './core/change.queries.ts'
import { purgeTrash } from './core/rows.ts'
import { attachmentCrontab, attachmentJobs } from './features/attachment/attachment.jobs.ts'
import { auditCrontab, auditJobs } from './features/audit/audit.jobs.ts'
import { backupCrontab, backupJobs } from './features/backup/backup.jobs.ts'
import { coverageCrontab, coverageJobs } from './features/coverage/coverage.jobs.ts'
import { pageArchiveCrontab, pageArchiveJobs } from './features/crawl/archive/archive.jobs.ts'
import { crawlCrontab, crawlJobs } from './features/crawl/crawl.jobs.ts'
import { deviceCrontab, deviceJobs } from './features/device/device.jobs.ts'
import { diffJobs } from './features/diff/diff.jobs.ts'
import { duplicateCrontab, duplicateJobs } from './features/duplicate/duplicate.jobs.ts'
import { erasureCrontab, erasureJobs } from './features/erasure/erasure.jobs.ts'
import { examinerCrontab, examinerJobs } from './features/examiner/examiner.jobs.ts'
import { exportCrontab, exportJobs } from './features/export/export.jobs.ts'
import { factorJobs } from './features/factor/factor.jobs.ts'
import { figureCrontab, figureJobs } from './features/figure/figure.jobs.ts'
import { importCrontab, importJobs } from './features/import/import.jobs.ts'
import { importRunCrontab, importRunJobs } from './features/import_run/import_run.jobs.ts'
import { interchangeCrontab, interchangeJobs } from './features/interchange/interchange.jobs.ts'
import { issueCrontab, issueJobs } from './features/issue/issue.jobs.ts'
import { listCrontab, listJobs } from './features/list/list.jobs.ts'
import { mailboxCrontab, mailboxJobs } from './features/mailbox/mailbox.jobs.ts'
import { notificationCrontab, notificationJobs } from './features/notification/notification.jobs.ts'
import { ogCateJobs } from './features/og_cate/og_cate.jobs.ts'
import { ownTextCrontab, ownTextJobs } from './features/own_text/own_text.jobs.ts'
import { pageCrontab, pageJobs } from './features/page/page.jobs.ts'
import { reportCrontab, reportJobs } from './features/report/report.jobs.ts'
import { screeningCrontab, screeningJobs } from './features/screening/screening.jobs.ts'
import { screeningFileCrontab, screeningFileJobs } from './features/screening_file/screening_file.jobs.ts'
import { searchCrontab, searchJobs } from './features/search/search.jobs.ts'
import { sessionJobs } from './features/session/session.jobs.ts'
import { quarantineCrontab, quarantineJobs } from './features/set_aside/set_aside.jobs.ts'
import { siteCrontab, siteJobs } from './features/site/site.jobs.ts'
import { sourceCrontab, sourceJobs } from './features/source/source.jobs.ts'
import { ticketCrontab, ticketJobs } from './features/ticket/ticket.jobs.ts'
import { tokenJobs } from './features/token/token.jobs.ts'
import { uploadCrontab, uploadJobs } from './features/upload/upload.jobs.ts'
import { webhookCrontab, webhookJobs } from './features/webhook/webhook.jobs.ts'
import { wordCrontab, wordJobs } from './features/word/word.jobs.ts'
import type { Blobs } from './platform/blob/blobs.ts'
import type { Clock } from './platform/clock.ts'
import { type Ctx, systemActor } from './platform/ctx.ts'
import type { Db } from './platform/db/db.ts'
import type { Job, Jobs } from './platform/jobs/jobs.ts'
import { runJob } from './platform/jobs/run-job.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail.ts'
import { blobCrontab, blobJobs } from './store/jobs.ts'

type JobContext = {
  db: Db
  blobs: Blobs
  now: Clock
  log: Log
  mailer?: Mailer | undefined
  startBackup?: Ctx['startBackup']
  fetchPage?: Ctx['fetchPage']
  agentName?: Ctx['agentName']
  secrets?: Ctx['secrets']
  outbound?: Ctx['outbound']
  uploadLimits?: Ctx['uploadLimits']
}

const trashJobs = Object.fromEntries(
  entityNames.map((noun): [string, Job] => [`purge_${noun}_trash`, ctx => purgeTrash(ctx, noun)]),
)

const jobs: Jobs = {
  ...factorJobs,
  ...sessionJobs,
  ...tokenJobs,
  ...webhookJobs,
  ...trashJobs,
  remove_old_changes: deleteOldChanges,
  ...duplicateJobs,
  ...ogCateJobs,
  ...importJobs(importAdapters),
  ...importRunJobs(undoAdapters),
  ...sourceJobs,
  ...exportJobs(exportAdapters),
  ...interchangeJobs(importAdapters),
  ...listJobs,
  ...screeningJobs,
  ...screeningFileJobs,
  ...wordJobs(rescanAdapter),
  ...crawlJobs,
  ...pageJobs,
  ...figureJobs,
  ...pageArchiveJobs,
  ...siteJobs,
  ...blobJobs,
  ...examinerJobs,
  ...coverageJobs(rescanAdapter),
  ...deviceJobs,
  ...diffJobs,
  ...uploadJobs,
  ...mailboxJobs,
  ...ownTextJobs,
  ...reportJobs,
  ...issueJobs,
  ...attachmentJobs(attachmentHolders),
  ...searchJobs,
  ...notificationJobs,
  ...auditJobs,
  ...backupJobs,
  ...erasureJobs(erasureAdapters),
  ...ticketJobs,
  ...quarantineJobs(retries),
}

/** Scheduled jobs: graphile-worker's cron lines. */
export const crontab = [
  '17 3 * * * remove_dead_sessions',
  '27 3 * * * remove_expired_tokens',
  '*/20 * * * * remove_old_attempts',
  '*/20 * * * * remove_old_login_steps',
  '50 * * * * remove_old_uses',
  '*/10 * * * * remove_old_changes',
  ...webhookCrontab,
  ...entityNames.map((noun, n) => `${27 + 4 * n} 3 * * * purge_${noun}_trash`),
  '23 3 * * * remove_old_og_cates',
  ...importCrontab,
  ...importRunCrontab,
  ...sourceCrontab,
  ...exportCrontab,
  ...duplicateCrontab,
  ...interchangeCrontab,
  ...listCrontab,
  ...screeningCrontab,
  ...screeningFileCrontab,
  ...wordCrontab,
  ...crawlCrontab,
  ...pageCrontab,
  ...figureCrontab,
  ...pageArchiveCrontab,
  ...siteCrontab,
  ...blobCrontab,
  ...coverageCrontab,
  ...examinerCrontab,
  ...deviceCrontab,
  ...uploadCrontab,
  ...mailboxCrontab,
  ...ownTextCrontab,
  ...reportCrontab,
  ...issueCrontab,
  ...attachmentCrontab,
  ...searchCrontab,
  ...notificationCrontab,
  ...auditCrontab,
  ...backupCrontab,
  ...erasureCrontab,
  ...ticketCrontab,
  ...quarantineCrontab,
].join('\n')

/**
 * Every job of every feature, each run as the system with its own request id; jobs that finally fail are quarantined.
 */
export function taskList(base: JobContext): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      async (payload, helpers) => {
        const ctx: Ctx = {
          ...base,
          actor: systemActor,
          locale: 'zh-CN',
          reqId: `job-${helpers.job.id}`,
          address: '',
        }
        const signal = helpers.abortSignal
        await runJob(ctx, helpers.job, () => job(ctx, payload, { signal }), signal)
      },
    ]),
  )
}
