import { editors, ogReaders, supers } from '#contract/role.ts'
import type { Policy } from '#server/core/access.ts'

/** Access to sources by role, in addition to each one's own access lists. */
export const sourcePolicy: Policy = {
  read: ogReaders,
  create: editors,
  update: editors,
  delete: supers,
  deleteOwn: ['editor'],
}
