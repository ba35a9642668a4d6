import {
  Building,
  Building2,
  CalendarDays,
  CopyCheck,
  Eraser,
  FileDiff,
  FileText,
  Globe,
  LayoutDashboard,
  MessageSquareWarning,
  ScrollText,
  Server,
  SpellCheck2,
  Tags,
  Upload,
  UserPen,
  UserRound,
  Users,
} from 'lucide-react'
import { editors, ogReaders, reportReaders, roles, uploaders } from '#contract/role.ts'
import { type RouteRow, registerRoutes } from '#web/platform/route.ts'

/**
 * Every page inside the layout: one row each. The names are a closed set: `redirect` of the login page is one of them,
 * and the server's menu speaks of them. Roles of a group and of the page are both asked for; `*` is everyone.
 */
export const routes = {
  dashboard: {
    path: '/dashboard',
    roles: '*',
    title: { 'zh-CN': '仪表盘', 'en-US': 'Dashboard' },
    load: () => import('#web/features/dashboard/dashboard-page.tsx'),
    menu: { icon: LayoutDashboard, group: 'main_p_dashboard', roles: reportReaders },
  },
  og: {
    path: '/og',
    roles: ogReaders,
    title: { 'zh-CN': '组织', 'en-US': 'Organisations' },
    load: () => import('#web/features/og/og-list-page.tsx'),
    menu: { icon: Building2 },
  },
  og_detail: {
    path: '/og/$id',
    roles: ogReaders,
    title: { 'zh-CN': '组织详情', 'en-US': 'Organisation' },
    load: () => import('#web/features/og/og-page.tsx'),
    menuOf: 'og',
  },
  person: {
    path: '/person',
    roles: ogReaders,
    title: { 'zh-CN': '重点人物', 'en-US': 'Focus persons' },
    load: () => import('#web/features/person/person-list-page.tsx'),
    menu: { icon: UserRound },
  },
  person_detail: {
    path: '/person/$id',
    roles: ogReaders,
    title: { 'zh-CN': '人物详情', 'en-US': 'Person' },
    load: () => import('#web/features/person/person-page.tsx'),
    menuOf: 'person',
  },
  event: {
    path: '/event',
    roles: ogReaders,
    title: { 'zh-CN': '事件信息', 'en-US': 'Events' },
    load: () => import('#web/features/event/event-list-page.tsx'),
    menu: { icon: CalendarDays },
  },
  event_detail: {
    path: '/event/$id',
    roles: ogReaders,
    title: { 'zh-CN': '事件详情', 'en-US': 'Event' },
    load: () => import('#web/features/event/event-page.tsx'),
    menuOf: 'event',
  },
  report: {
    path: '/report',
    roles: reportReaders,
    title: { 'zh-CN': '情报报告', 'en-US': 'Intelligence reports' },
    load: () => import('#web/features/report/report-list-page.tsx'),
    menu: { icon: FileText },
  },
  report_detail: {
    path: '/report/$id',
    roles: reportReaders,
    title: { 'zh-CN': '报告详情', 'en-US': 'Report' },
    load: () => import('#web/features/report/report-page.tsx'),
    menuOf: 'report',
  },
  upload: {
    path: '/upload',
    roles: uploaders,
    title: { 'zh-CN': '信息上传', 'en-US': 'Uploads' },
    load: () => import('#web/features/upload/upload-list-page.tsx'),
    menu: { icon: Upload },
  },
  issue: {
    path: '/issue',
    roles: '*',
    title: { 'zh-CN': '问题反馈', 'en-US': 'Feedback' },
    load: () => import('#web/features/issue/issue-page.tsx'),
    menu: { icon: MessageSquareWarning, roles: roles.filter(role => role !== 'device') },
  },
  search: {
    path: '/search',
    roles: uploaders.concat('super_reader', 'reader'),
    title: { 'zh-CN': '搜索', 'en-US': 'Search' },
    load: () => import('#web/features/search/search-page.tsx'),
  },
  notification: {
    path: '/notification',
    roles: '*',
    title: { 'zh-CN': '通知', 'en-US': 'Notifications' },
    load: () => import('#web/features/notification/notification-page.tsx'),
  },
  admin_og: {
    path: '/admin/og',
    roles: editors,
    title: { 'zh-CN': '组织管理', 'en-US': 'Manage organisations' },
    load: () => import('#web/features/og/admin-og-page.tsx'),
    menu: { icon: Building, group: 'admin' },
  },
  admin_person: {
    path: '/admin/person',
    roles: editors,
    title: { 'zh-CN': '人物管理', 'en-US': 'Manage persons' },
    load: () => import('#web/features/person/admin-person-page.tsx'),
    menu: { icon: UserPen, group: 'admin' },
  },
  admin_pages: {
    path: '/admin/pages',
    roles: ['admin'],
    title: { 'zh-CN': '页面', 'en-US': 'Pages' },
    load: () => import('#web/features/page/admin-pages-page.tsx'),
    menu: { icon: Globe, group: 'admin' },
  },
  admin_page: {
    path: '/admin/page/$id',
    roles: editors,
    title: { 'zh-CN': '页面详情', 'en-US': 'Watched page' },
    load: () => import('#web/features/page/page-page.tsx'),
    menuOf: 'admin_pages',
  },
  admin_diff: {
    path: '/admin/diff',
    roles: ['admin'],
    title: { 'zh-CN': '页面差异', 'en-US': 'Page differences' },
    load: () => import('#web/features/diff/admin-diff-page.tsx'),
    menu: { icon: FileDiff, group: 'admin' },
  },
  admin_diff_detail: {
    path: '/admin/diff/detail',
    roles: ['admin'],
    title: { 'zh-CN': '差异', 'en-US': 'Difference' },
    load: () => import('#web/features/diff/diff-page.tsx'),
    menuOf: 'admin_diff',
  },
  admin_words: {
    path: '/admin/words',
    roles: editors,
    title: { 'zh-CN': '敏感词', 'en-US': 'Sensitive words' },
    load: () => import('#web/features/word/admin-words-page.tsx'),
    menu: { icon: SpellCheck2, group: 'admin' },
  },
  admin_duplicate: {
    path: '/admin/duplicate',
    roles: editors,
    title: { 'zh-CN': '查重合并', 'en-US': 'Duplicates' },
    load: () => import('#web/features/duplicate/duplicate-page.tsx'),
    menu: { icon: CopyCheck, group: 'admin' },
  },
  admin_og_cates: {
    path: '/admin/og_cates',
    roles: editors,
    title: { 'zh-CN': '组织类别', 'en-US': 'Categories' },
    load: () => import('#web/features/og_cate/og-cate-page.tsx'),
    menu: { icon: Tags, group: 'admin' },
  },
  admin_user_manage: {
    path: '/admin/user_manage',
    roles: ['admin'],
    title: { 'zh-CN': '用户管理', 'en-US': 'Users' },
    load: () => import('#web/features/user/user-manage-page.tsx'),
    menu: { icon: Users, group: 'admin' },
  },
  admin_audit: {
    path: '/admin/audit',
    roles: ['admin'],
    title: { 'zh-CN': '审计', 'en-US': 'Audit trail' },
    load: () => import('#web/features/audit/audit-page.tsx'),
    menu: { icon: ScrollText, group: 'admin' },
  },
  admin_erasure: {
    path: '/admin/erasure',
    roles: ['admin'],
    title: { 'zh-CN': '数据清除', 'en-US': 'Erasure' },
    load: () => import('#web/features/erasure/erasure-page.tsx'),
    menu: { icon: Eraser, group: 'admin' },
  },
  device_list: {
    path: '/device/list',
    roles: ['device'],
    title: { 'zh-CN': '设备', 'en-US': 'Devices' },
    load: () => import('#web/features/device/device-list-page.tsx'),
    menu: { icon: Server, roles: ['device'] },
  },
  user_info: {
    path: '/user/info',
    roles: ogReaders,
    title: { 'zh-CN': '用户信息', 'en-US': 'User info' },
    load: () => import('#web/features/user/user-info-page.tsx'),
  },
  exception_403: {
    path: '/exception/403',
    roles: ['admin'],
    title: { 'zh-CN': '无权访问', 'en-US': 'No access' },
    load: () => import('#web/features/exception/forbidden-page.tsx'),
    isTab: false,
  },
  exception_404: {
    path: '/exception/404',
    roles: '*',
    title: { 'zh-CN': '页面不存在', 'en-US': 'Not found' },
    load: () => import('#web/features/exception/not-found-page.tsx'),
    isTab: false,
  },
  exception_500: {
    path: '/exception/500',
    roles: '*',
    title: { 'zh-CN': '服务器错误', 'en-US': 'Server error' },
    load: () => import('#web/features/exception/server-error-page.tsx'),
    isTab: false,
  },
} as const satisfies Record<string, RouteRow>

registerRoutes(routes)

declare module '#web/platform/route.ts' {
  interface Register {
    routes: typeof routes
  }
}
