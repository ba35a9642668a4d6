import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { removeOldTickets } from './ticket.queries.ts'

export const ticketJobs: Jobs = { remove_old_tickets: ctx => removeOldTickets(ctx) }
export const ticketCrontab = ['*/10 * * * * remove_old_tickets']
