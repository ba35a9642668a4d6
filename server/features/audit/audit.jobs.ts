import { audit } from '#server/platform/audit.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { sealAuditLog } from './seal.ts'
import { verifyAuditLog } from './verify.ts'

const againMs = 30_000

export const auditJobs: Jobs = {
  seal_trail: async (ctx, _payload, { signal }) => {
    await sealAuditLog(ctx, signal)
    // The schedule of jobs has a resolution of minutes.
    const runAt = new Date(ctx.now().getTime() + againMs)
    await addJob(ctx.db, 'seal_trail_again', {}, { key: 'seal_trail_again', runAt })
  },
  seal_trail_again: async (ctx, _payload, { signal }) => {
    await sealAuditLog(ctx, signal)
  },
  verify_trail: async ctx => {
    const { head, fault, ...counts } = await verifyAuditLog(ctx)
    if (fault) ctx.log.error({ fault }, 'audit log: verification failed, entries do not match the hash chain')
    await audit(ctx, { act: 'verify', noun: 'audit', detail: { ...counts, head, fault } })
  },
}

export const auditCrontab = ['* * * * * seal_trail', '47 4 * * * verify_trail']
