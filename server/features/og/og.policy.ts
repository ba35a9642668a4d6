import { editors, ogReaders, supers } from '#contract/role.ts'
import type { Policy } from '#server/core/access.ts'

/** Access to organisations by role, in addition to each record's own access lists. */
export const ogPolicy: Policy = {
  read: ogReaders,
  create: editors,
  update: editors,
  delete: supers,
  deleteOwn: ['editor'],
}
