import { editors, ogReaders, supers } from '#contract/role.ts'
import type { Policy } from '#server/core/access.ts'

/** Access to events by role, in addition to each record's own access lists. */
export const eventPolicy: Policy = {
  read: ogReaders,
  create: editors,
  update: editors,
  delete: supers,
  deleteOwn: ['editor'],
}
