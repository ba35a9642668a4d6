import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { removeIssuesBefore } from './issue.queries.ts'

const trashLivesMs = 30 * 86_400_000

export const issueJobs: Jobs = {
  purge_issue_trash: async ctx => {
    const count = await removeIssuesBefore(ctx, new Date(ctx.now().getTime() - trashLivesMs))
    if (count > 0) ctx.log.info({ noun: 'issue', count }, 'trash: records past their retention removed')
  },
}
export const issueCrontab = ['37 3 * * * purge_issue_trash']
