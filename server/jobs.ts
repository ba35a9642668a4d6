import type { TaskList } from 'graphile-worker'
import { cardNouns } from '#contract/noun.ts'
import { attachmentCrontab, attachmentJobs } from './features/attachment/jobs.ts'
import { auditCrontab, auditJobs } from './features/audit/jobs.ts'
import { backupCrontab, backupJobs } from './features/backup/jobs.ts'
import { coverageCrontab, coverageJobs } from './features/coverage/jobs.ts'
import { deviceCrontab, deviceJobs } from './features/device/jobs.ts'
import { diffJobs } from './features/diff/jobs.ts'
import { duplicateCrontab, duplicateJobs } from './features/duplicate/jobs.ts'
import { erasureCrontab, erasureJobs } from './features/erasure/jobs.ts'
import { examinerCrontab, examinerJobs } from './features/examiner/jobs.ts'
import { exportCrontab, exportJobs } from './features/export/jobs.ts'
import { importCrontab, importJobs } from './features/import/jobs.ts'
import { importRunCrontab, importRunJobs } from './features/import_run/jobs.ts'
import { interchangeCrontab, interchangeJobs } from './features/interchange/jobs.ts'
import { issueCrontab, issueJobs } from './features/issue/jobs.ts'
import { listCrontab, listJobs } from './features/list/jobs.ts'
import { notificationCrontab, notificationJobs } from './features/notification/jobs.ts'
import { ogCateJobs } from './features/og_cate/jobs.ts'
import { pageCrontab, pageJobs } from './features/page/jobs.ts'
import { reportCrontab, reportJobs } from './features/report/jobs.ts'
import { screeningCrontab, screeningJobs } from './features/screening/jobs.ts'
import { screeningFileCrontab, screeningFileJobs } from './features/screening_file/jobs.ts'
import { searchCrontab, searchJobs } from './features/search/jobs.ts'
import { sessionJobs } from './features/session/jobs.ts'
import { setAsideCrontab, setAsideJobs } from './features/set_aside/jobs.ts'
import { siteCrontab, siteJobs } from './features/site/jobs.ts'
import { sourceCrontab, sourceJobs } from './features/source/jobs.ts'
import { ticketCrontab, ticketJobs } from './features/ticket/jobs.ts'
import { uploadCrontab, uploadJobs } from './features/upload/jobs.ts'
import { wordCrontab, wordJobs } from './features/word/jobs.ts'
import { attachmentHolders, erasureKits, exportKits, importKits, rescanKit, retries, undoKits } from './kits.ts'
import type { Blobs } from './platform/blobs.ts'
import type { Clock } from './platform/clock.ts'
import { type Ctx, systemActor } from './platform/ctx.ts'
import type { Db } from './platform/db.ts'
import type { Job, Jobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail.ts'
import { runJob } from './platform/run-job.ts'
import { forgetChanges } from './record/change-queries.ts'
import { purgeTrash } from './record/rows.ts'
import { blobCrontab, blobJobs } from './store/jobs.ts'

export type JobContext = {
  db: Db
  blobs: Blobs
  now: Clock
  log: Log
  mailer?: Mailer | undefined
  startBackup?: Ctx['startBackup']
  fetchPage?: Ctx['fetchPage']
}

const trashJobs = Object.fromEntries(
  cardNouns.map((noun): [string, Job] => [`purge_${noun}_trash`, ctx => purgeTrash(ctx, noun)]),
)

const jobs: Jobs = {
  ...sessionJobs,
  ...trashJobs,
  remove_old_changes: forgetChanges,
  ...duplicateJobs,
  ...ogCateJobs,
  ...importJobs(importKits),
  ...importRunJobs(undoKits),
  ...sourceJobs,
  ...exportJobs(exportKits),
  ...interchangeJobs(importKits),
  ...listJobs,
  ...screeningJobs,
  ...screeningFileJobs,
  ...wordJobs(rescanKit),
  ...pageJobs,
  ...siteJobs,
  ...blobJobs,
  ...examinerJobs,
  ...coverageJobs(rescanKit),
  ...deviceJobs,
  ...diffJobs,
  ...uploadJobs,
  ...reportJobs,
  ...issueJobs,
  ...attachmentJobs(attachmentHolders),
  ...searchJobs,
  ...notificationJobs,
  ...auditJobs,
  ...backupJobs,
  ...erasureJobs(erasureKits),
  ...ticketJobs,
  ...setAsideJobs(retries),
}

/** Scheduled jobs: graphile-worker's cron lines. */
export const crontab = [
  '17 3 * * * remove_dead_sessions',
  '*/20 * * * * remove_old_attempts',
  '50 * * * * remove_old_uses',
  '*/10 * * * * remove_old_changes',
  ...cardNouns.map((noun, n) => `${27 + 4 * n} 3 * * * purge_${noun}_trash`),
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
  ...pageCrontab,
  ...siteCrontab,
  ...blobCrontab,
  ...coverageCrontab,
  ...examinerCrontab,
  ...deviceCrontab,
  ...uploadCrontab,
  ...reportCrontab,
  ...issueCrontab,
  ...attachmentCrontab,
  ...searchCrontab,
  ...notificationCrontab,
  ...auditCrontab,
  ...backupCrontab,
  ...erasureCrontab,
  ...ticketCrontab,
  ...setAsideCrontab,
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
