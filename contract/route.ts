import { admins, editors, ogReaders, type Role, reportReaders, roles, uploaders } from './role.ts'

/** One page of the console: its path, the roles that may open it, and its menu entry. */
export type PageRoute = {
  /** `$id` is a placeholder. */
  path: `/${string}`
  roles: readonly Role[] | '*'
  /** Also for reviewers of page differences, as `isReview` of an endpoint. */
  isReview?: boolean
  /** Shown in the side menu, in its group if it has one; `roles` restricts who sees it there. */
  menu?: { group?: MenuGroup; roles?: readonly Role[] }
  /** The side menu row that is highlighted while this page is open. */
  menuOf?: string
  /**
   * The first requests of the page, exactly as its code sends them: `$id` is the path's id, otherwise the query's.
   * Without `$id`, those of a page without a query, as most users see it. The browser fills in `$offset`, the minutes of
   * its time zone.
   */
  reads?: readonly `/v1/${string}`[]
}
const menuGroups = ['main_p_dashboard', 'monitor', 'admin'] as const
export type MenuGroup = (typeof menuGroups)[number]

const devices: readonly Role[] = ['device']
const searchers = uploaders.concat('super_reader', 'reader')
const people = roles.filter(role => role !== 'device')

/**
 * Every page inside the layout, in the order of the menu. The client builds its routes from it, the server its menu;
 * any other address returns 404. Access requires the roles of both the group and the page; `*` is everyone.
 */
export const pageRoutes = {
  dashboard: {
    path: '/dashboard',
    roles: '*',
    menu: { group: 'main_p_dashboard', roles: reportReaders },
    reads: ['/v1/inbox?limit=12&offset=$offset'],
  },
  inbox: {
    path: '/inbox',
    roles: '*',
    menu: { roles: people },
    reads: ['/v1/inbox?limit=50&offset=$offset'],
  },
  og: { path: '/og', roles: ogReaders, menu: {}, reads: ['/v1/og?sort=-updated_at&current=1&pageSize=50'] },
  og_detail: {
    path: '/og/$id',
    roles: ogReaders,
    menuOf: 'og',
    reads: ['/v1/og/$id', '/v1/og/$id/overview'],
  },
  person: {
    path: '/person',
    roles: ogReaders,
    menu: {},
    reads: ['/v1/person?is_focus=true&current=1&pageSize=50'],
  },
  person_detail: {
    path: '/person/$id',
    roles: ogReaders,
    menuOf: 'person',
    reads: ['/v1/person/$id', '/v1/person/$id/overview'],
  },
  event: { path: '/event', roles: ogReaders, menu: {} },
  event_detail: { path: '/event/$id', roles: ogReaders, menuOf: 'event', reads: ['/v1/event/$id'] },
  report: {
    path: '/report',
    roles: reportReaders,
    menu: {},
    reads: ['/v1/report?sort=-updated_at&current=1&pageSize=50'],
  },
  report_detail: { path: '/report/$id', roles: reportReaders, menuOf: 'report', reads: ['/v1/report/$id'] },
  upload: { path: '/upload', roles: uploaders, menu: {} },
  issue: { path: '/issue', roles: '*', menu: { roles: people } },
  search: { path: '/search', roles: searchers },
  notification: { path: '/notification', roles: '*' },
  admin_diff: {
    path: '/admin/diff',
    roles: admins,
    isReview: true,
    menu: { group: 'monitor' },
    reads: ['/v1/diff?status=unread&min_score=20&folded=true&sort=-score&current=1&pageSize=50', '/v1/word/rescan'],
  },
  admin_diff_detail: {
    path: '/admin/diff/detail',
    roles: admins,
    isReview: true,
    menuOf: 'admin_diff',
    reads: ['/v1/diff/$id?around=3'],
  },
  admin_pages: { path: '/admin/pages', roles: admins, menu: { group: 'monitor' } },
  admin_page: { path: '/admin/page/$id', roles: editors, menuOf: 'admin_pages' },
  admin_words: { path: '/admin/words', roles: editors, menu: { group: 'monitor' } },
  admin_og: { path: '/admin/og', roles: editors, menu: { group: 'admin' } },
  admin_person: { path: '/admin/person', roles: editors, menu: { group: 'admin' } },
  admin_source: { path: '/admin/source', roles: ogReaders, menu: { group: 'admin', roles: editors } },
  source_detail: { path: '/admin/source/$id', roles: ogReaders, menuOf: 'admin_source' },
  admin_fact_check: { path: '/admin/fact_check', roles: ogReaders, menu: { group: 'admin', roles: editors } },
  import_choice: { path: '/import_choice', roles: editors },
  admin_duplicate: { path: '/admin/duplicate', roles: editors, menu: { group: 'admin' } },
  admin_list: { path: '/admin/list', roles: editors, menu: { group: 'admin' } },
  admin_screening: { path: '/admin/screening', roles: editors, menu: { group: 'admin' } },
  admin_screening_rule: { path: '/admin/screening/rule', roles: admins, menuOf: 'admin_screening' },
  admin_certificate: { path: '/admin/certificate', roles: ogReaders, menuOf: 'admin_screening' },
  admin_screening_quality: { path: '/admin/screening_quality', roles: admins, menuOf: 'admin_system' },
  screening_file: { path: '/admin/screening/file', roles: editors, menuOf: 'admin_screening' },
  screening_file_detail: { path: '/admin/screening/file/$id', roles: editors, menuOf: 'admin_screening' },
  admin_og_cates: { path: '/admin/og_cates', roles: editors, menu: { group: 'admin' } },
  admin_coverage: { path: '/admin/coverage', roles: admins, menuOf: 'admin_system' },
  admin_custom_fields: { path: '/admin/custom_fields', roles: admins, menuOf: 'admin_system' },
  admin_user_manage: { path: '/admin/user_manage', roles: admins, menu: { group: 'admin' } },
  admin_group: { path: '/admin/group', roles: admins, menuOf: 'admin_user_manage' },
  admin_login: { path: '/admin/login', roles: admins, menuOf: 'admin_user_manage' },
  admin_mailbox: { path: '/admin/mailbox', roles: admins, menuOf: 'admin_system' },
  admin_audit: { path: '/admin/audit', roles: admins, menu: { group: 'admin' } },
  admin_erasure: { path: '/admin/erasure', roles: admins, menu: { group: 'admin' } },
  admin_system: { path: '/admin/system', roles: admins, menu: { group: 'admin' } },
  admin_report_template: { path: '/admin/report_template', roles: admins, menuOf: 'admin_system' },
  device_list: { path: '/device/list', roles: devices, menu: { roles: devices } },
  user_info: { path: '/user/info', roles: ogReaders },
  clip: { path: '/clip', roles: editors },
  user_webhook: { path: '/user/webhook', roles: editors },
  guide: { path: '/guide', roles: '*' },
  guide_page: { path: '/guide/$page', roles: '*' },
  exception_403: { path: '/exception/403', roles: admins },
  exception_404: { path: '/exception/404', roles: '*' },
  exception_500: { path: '/exception/500', roles: '*' },
} as const satisfies Record<string, PageRoute>
export type PageName = keyof typeof pageRoutes

/** Addresses of the client outside its layout; `$` matches any rest. */
export const bareRoutes = {
  index: '/',
  login: '/login',
  login_callback: '/login/callback/$',
  login_confirm: '/login/confirm/$',
  redirect: '/redirect/$',
} as const

/** Former addresses of pages, which redirect. */
export const movedPages: Readonly<Record<string, string>> = { '/admin/hit': pageRoutes.admin_screening.path }

const patterns = Object.entries({ ...pageRoutes, ...bareRoutes } as Record<string, string | PageRoute>).map(
  ([name, row]) => ({ name, pattern: patternOf(typeof row === 'string' ? row : row.path) }),
)

function patternOf(path: string): RegExp {
  const parts = path.split('/').map(part => (part === '$' ? '.*' : part.startsWith('$') ? '[^/]+' : part))
  return new RegExp(`^${parts.join('/')}/?$`, 'i')
}

/**
 * The name of the client's page at this path (without its query), of `pageRoutes` or `bareRoutes`; undefined if there
 * is none.
 */
export function pageAt(path: string): string | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.name
}

/**
 * The first requests of the page at this address, with its id filled in; empty if the id is not a number, and for a list
 * with a query.
 */
export function firstReads(address: string): string[] {
  const [path = '', query = ''] = address.split('?', 2)
  const name = pageAt(path)
  const row: PageRoute | undefined = name && name in pageRoutes ? pageRoutes[name as PageName] : undefined
  if (!row?.reads) return []
  if (!row.reads.some(read => read.includes('$id'))) return address.includes('?') ? [] : [...row.reads]
  const place = row.path.split('/').indexOf('$id')
  const id = (place < 0 ? /(?:^|&)id=([^&]*)/.exec(query)?.[1] : path.split('/')[place]) ?? ''
  return /^[1-9]\d{0,15}$/.test(id) ? row.reads.map(read => read.replace('$id', id)) : []
}
