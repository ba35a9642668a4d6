import {
  Activity,
  BookMarked,
  Building,
  Building2,
  CalendarDays,
  CopyCheck,
  Eraser,
  FileDiff,
  FileText,
  Globe,
  LayoutDashboard,
  ListChecks,
  ListX,
  MessageSquareWarning,
  ScrollText,
  Server,
  ShieldAlert,
  SpellCheck2,
  Tags,
  Upload,
  UserPen,
  UserRound,
  Users,
} from 'lucide-react'
import { lazy } from 'react'
import { type PageName, pageRoutes } from '#contract/route.ts'
import { type RouteRow, registerRoutes } from '#web/platform/route.ts'

/**
 * Every page inside the layout with its title, icon and code; the contract has its path and roles. The names are a
 * closed set: `redirect` of the login page and the server's menu refer to them.
 */
const routes = {
  dashboard: {
    ...pageRoutes.dashboard,
    title: { 'zh-CN': '仪表盘', 'en-US': 'Dashboard' },
    load: () => import('#web/features/dashboard/dashboard-page.tsx'),
    icon: LayoutDashboard,
  },
  og: {
    ...pageRoutes.og,
    title: { 'zh-CN': '组织', 'en-US': 'Organisations' },
    load: () => import('#web/features/og/og-list-page.tsx'),
    icon: Building2,
  },
  og_detail: {
    ...pageRoutes.og_detail,
    title: { 'zh-CN': '组织详情', 'en-US': 'Organisation' },
    load: () => import('#web/features/og/og-page.tsx'),
  },
  person: {
    ...pageRoutes.person,
    title: { 'zh-CN': '重点人物', 'en-US': 'Focus persons' },
    load: () => import('#web/features/person/person-list-page.tsx'),
    icon: UserRound,
  },
  person_detail: {
    ...pageRoutes.person_detail,
    title: { 'zh-CN': '人物详情', 'en-US': 'Person' },
    load: () => import('#web/features/person/person-page.tsx'),
  },
  event: {
    ...pageRoutes.event,
    title: { 'zh-CN': '事件信息', 'en-US': 'Events' },
    load: () => import('#web/features/event/event-list-page.tsx'),
    icon: CalendarDays,
  },
  event_detail: {
    ...pageRoutes.event_detail,
    title: { 'zh-CN': '事件详情', 'en-US': 'Event' },
    load: () => import('#web/features/event/event-page.tsx'),
  },
  report: {
    ...pageRoutes.report,
    title: { 'zh-CN': '情报报告', 'en-US': 'Intelligence reports' },
    load: () => import('#web/features/report/report-list-page.tsx'),
    icon: FileText,
  },
  report_detail: {
    ...pageRoutes.report_detail,
    title: { 'zh-CN': '报告详情', 'en-US': 'Report' },
    load: () => import('#web/features/report/report-page.tsx'),
  },
  upload: {
    ...pageRoutes.upload,
    title: { 'zh-CN': '信息上传', 'en-US': 'Uploads' },
    load: () => import('#web/features/upload/upload-list-page.tsx'),
    icon: Upload,
  },
  issue: {
    ...pageRoutes.issue,
    title: { 'zh-CN': '问题反馈', 'en-US': 'Feedback' },
    load: () => import('#web/features/issue/issue-page.tsx'),
    icon: MessageSquareWarning,
  },
  search: {
    ...pageRoutes.search,
    title: { 'zh-CN': '搜索', 'en-US': 'Search' },
    load: () => import('#web/features/search/search-page.tsx'),
  },
  notification: {
    ...pageRoutes.notification,
    title: { 'zh-CN': '通知', 'en-US': 'Notifications' },
    load: () => import('#web/features/notification/notification-page.tsx'),
  },
  admin_diff: {
    ...pageRoutes.admin_diff,
    title: { 'zh-CN': '页面差异', 'en-US': 'Page differences' },
    load: () => import('#web/features/diff/admin-diff-page.tsx'),
    icon: FileDiff,
    Mark: lazy(() => import('#web/features/diff/waiting-mark.tsx')),
  },
  admin_diff_detail: {
    ...pageRoutes.admin_diff_detail,
    title: { 'zh-CN': '差异', 'en-US': 'Difference' },
    load: () => import('#web/features/diff/diff-page.tsx'),
  },
  admin_pages: {
    ...pageRoutes.admin_pages,
    title: { 'zh-CN': '页面', 'en-US': 'Pages' },
    load: () => import('#web/features/page/admin-pages-page.tsx'),
    icon: Globe,
  },
  admin_page: {
    ...pageRoutes.admin_page,
    title: { 'zh-CN': '页面详情', 'en-US': 'Watched page' },
    load: () => import('#web/features/page/page-page.tsx'),
  },
  admin_words: {
    ...pageRoutes.admin_words,
    title: { 'zh-CN': '敏感词', 'en-US': 'Sensitive words' },
    load: () => import('#web/features/word/admin-words-page.tsx'),
    icon: SpellCheck2,
  },
  admin_og: {
    ...pageRoutes.admin_og,
    title: { 'zh-CN': '组织管理', 'en-US': 'Manage organisations' },
    load: () => import('#web/features/og/admin-og-page.tsx'),
    icon: Building,
  },
  admin_person: {
    ...pageRoutes.admin_person,
    title: { 'zh-CN': '人物管理', 'en-US': 'Manage persons' },
    load: () => import('#web/features/person/admin-person-page.tsx'),
    icon: UserPen,
  },
  admin_source: {
    ...pageRoutes.admin_source,
    title: { 'zh-CN': '来源', 'en-US': 'Sources' },
    load: () => import('#web/features/source/admin-source-page.tsx'),
    icon: BookMarked,
  },
  source_detail: {
    ...pageRoutes.source_detail,
    title: { 'zh-CN': '来源详情', 'en-US': 'Source' },
    load: () => import('#web/features/source/source-page.tsx'),
  },
  admin_fact_check: {
    ...pageRoutes.admin_fact_check,
    title: { 'zh-CN': '待核实的事实', 'en-US': 'Facts to check' },
    load: () => import('#web/features/claim/check-page.tsx'),
    icon: ListChecks,
  },
  import_choice: {
    ...pageRoutes.import_choice,
    title: { 'zh-CN': '有分歧的值', 'en-US': 'Conflicting values' },
    load: () => import('#web/features/import_review/choice-page.tsx'),
  },
  admin_duplicate: {
    ...pageRoutes.admin_duplicate,
    title: { 'zh-CN': '查重合并', 'en-US': 'Duplicates' },
    load: () => import('#web/features/duplicate/duplicate-page.tsx'),
    icon: CopyCheck,
  },
  admin_list: {
    ...pageRoutes.admin_list,
    title: { 'zh-CN': '名单管理', 'en-US': 'Screening lists' },
    load: () => import('#web/features/list/admin-list-page.tsx'),
    icon: ListX,
  },
  admin_screening: {
    ...pageRoutes.admin_screening,
    title: { 'zh-CN': '名单筛查', 'en-US': 'Screening' },
    load: () => import('#web/features/screening/screening-page.tsx'),
    icon: ShieldAlert,
    Mark: lazy(() => import('#web/features/screening/waiting-mark.tsx')),
  },
  admin_screening_rule: {
    ...pageRoutes.admin_screening_rule,
    title: { 'zh-CN': '筛查评分', 'en-US': 'Screening scores' },
    load: () => import('#web/features/screening/rule-page.tsx'),
  },
  admin_certificate: {
    ...pageRoutes.admin_certificate,
    title: { 'zh-CN': '核验证明', 'en-US': 'Verify a certificate' },
    load: () => import('#web/features/screening/certificate-page.tsx'),
  },
  screening_file: {
    ...pageRoutes.screening_file,
    title: { 'zh-CN': '筛查文件', 'en-US': 'Screen a file' },
    load: () => import('#web/features/screening/files-page.tsx'),
  },
  screening_file_detail: {
    ...pageRoutes.screening_file_detail,
    title: { 'zh-CN': '筛查的文件', 'en-US': 'Screened file' },
    load: () => import('#web/features/screening/file-page.tsx'),
  },
  admin_og_cates: {
    ...pageRoutes.admin_og_cates,
    title: { 'zh-CN': '组织类别', 'en-US': 'Categories' },
    load: () => import('#web/features/og_cate/og-cate-page.tsx'),
    icon: Tags,
  },
  admin_user_manage: {
    ...pageRoutes.admin_user_manage,
    title: { 'zh-CN': '用户管理', 'en-US': 'Users' },
    load: () => import('#web/features/user/user-manage-page.tsx'),
    icon: Users,
  },
  admin_audit: {
    ...pageRoutes.admin_audit,
    title: { 'zh-CN': '审计记录', 'en-US': 'Audit trail' },
    load: () => import('#web/features/audit/audit-page.tsx'),
    icon: ScrollText,
  },
  admin_erasure: {
    ...pageRoutes.admin_erasure,
    title: { 'zh-CN': '数据清除', 'en-US': 'Erasure' },
    load: () => import('#web/features/erasure/erasure-page.tsx'),
    icon: Eraser,
  },
  admin_system: {
    ...pageRoutes.admin_system,
    title: { 'zh-CN': '系统', 'en-US': 'System' },
    load: () => import('#web/features/system/system-page.tsx'),
    icon: Activity,
  },
  admin_screening_quality: {
    ...pageRoutes.admin_screening_quality,
    title: { 'zh-CN': '筛查检出率', 'en-US': 'Screening quality' },
    load: () => import('#web/features/examiner/examiner-page.tsx'),
  },
  admin_coverage: {
    ...pageRoutes.admin_coverage,
    title: { 'zh-CN': '覆盖情况', 'en-US': 'Coverage' },
    load: () => import('#web/features/coverage/coverage-page.tsx'),
  },
  admin_report_template: {
    ...pageRoutes.admin_report_template,
    title: { 'zh-CN': '报告模板', 'en-US': 'Report template' },
    load: () => import('#web/features/report/template/template-page.tsx'),
  },
  admin_custom_fields: {
    ...pageRoutes.admin_custom_fields,
    title: { 'zh-CN': '自定义字段', 'en-US': 'Custom fields' },
    load: () => import('#web/features/custom_field/custom-field-page.tsx'),
  },
  device_list: {
    ...pageRoutes.device_list,
    title: { 'zh-CN': '采集设备', 'en-US': 'Collectors' },
    load: () => import('#web/features/device/device-list-page.tsx'),
    icon: Server,
  },
  user_info: {
    ...pageRoutes.user_info,
    title: { 'zh-CN': '用户信息', 'en-US': 'User info' },
    load: () => import('#web/features/user/user-info-page.tsx'),
  },
  exception_403: {
    ...pageRoutes.exception_403,
    title: { 'zh-CN': '无权访问', 'en-US': 'No access' },
    load: () => import('#web/features/exception/forbidden-page.tsx'),
    isTab: false,
  },
  exception_404: {
    ...pageRoutes.exception_404,
    title: { 'zh-CN': '页面不存在', 'en-US': 'Not found' },
    load: () => import('#web/features/exception/not-found-page.tsx'),
    isTab: false,
  },
  exception_500: {
    ...pageRoutes.exception_500,
    title: { 'zh-CN': '服务器错误', 'en-US': 'Server error' },
    load: () => import('#web/features/exception/server-error-page.tsx'),
    isTab: false,
  },
} as const satisfies Record<PageName, RouteRow>

registerRoutes(routes)

declare module '#web/platform/route.ts' {
  interface Register {
    routes: typeof routes
  }
}
