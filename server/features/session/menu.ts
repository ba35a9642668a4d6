import type { Role } from '#contract/role.ts'
import { admins, editors, everyRole, ogReaders, reportReaders, uploaders } from '#contract/role.ts'
import type { MenuEntry } from '#contract/session.ts'

type Row = { name: string; roles: readonly Role[]; children?: { name: string; roles: readonly Role[] }[] }

/** Menu entries by route name, for the server-driven menu; a group without a permitted child is left out. */
const rows: Row[] = [
  {
    name: 'main_p_dashboard',
    roles: ['admin', 'super_editor', 'super_reader'],
    children: [{ name: 'dashboard', roles: ['admin', 'super_editor', 'super_reader'] }],
  },
  { name: 'og', roles: ogReaders },
  { name: 'person', roles: ogReaders },
  { name: 'event', roles: ogReaders },
  { name: 'report', roles: reportReaders },
  { name: 'upload', roles: uploaders },
  { name: 'issue', roles: everyRole.filter(role => role !== 'device') },
  { name: 'device_list', roles: ['device'] },
  {
    name: 'admin',
    roles: editors,
    children: [
      { name: 'admin_og', roles: editors },
      { name: 'admin_person', roles: editors },
      { name: 'admin_pages', roles: admins },
      { name: 'admin_diff', roles: admins },
      { name: 'admin_words', roles: editors },
      { name: 'admin_duplicate', roles: editors },
      { name: 'admin_og_cates', roles: editors },
      { name: 'admin_user_manage', roles: admins },
      { name: 'admin_audit', roles: admins },
      { name: 'admin_erasure', roles: admins },
      { name: 'admin_system', roles: admins },
    ],
  },
  { name: 'user_info', roles: ogReaders },
]

export function menuOf(role: Role): MenuEntry[] {
  return rows
    .filter(row => row.roles.includes(role))
    .map(({ name, children }) =>
      children
        ? { name, children: children.filter(child => child.roles.includes(role)).map(child => ({ name: child.name })) }
        : { name },
    )
}
