import { editors, ogReaders, supers } from '#contract/role.ts'
import type { Policy } from '#server/record/access.ts'

/** Who may do what to events, beside each record's own access lists. */
export const eventPolicy: Policy = {
  read: ogReaders,
  create: editors,
  update: editors,
  delete: supers,
  deleteOwn: ['editor'],
}
