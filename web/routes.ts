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
  Inbox,
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
import { bilingual } from '#contract/bilingual.ts'
import { type PageName, pageRoutes } from '#contract/route.ts'
import { lazyPart } from '#web/platform/code.ts'
import { type RouteRow, registerRoutes } from '#web/platform/route.ts'

/**
 * Every page inside the layout with its title, icon and code; the contract has its path and roles. The names are a
 * closed set: `redirect` of the login page and the server's menu refer to them.
 */
const routes = {
  dashboard: {
    ...pageRoutes.dashboard,
    title: bilingual('仪表盘', 'Dashboard'),
    load: () => import('#web/features/dashboard/dashboard-page.tsx'),
    icon: LayoutDashboard,
  },
  inbox: {
    ...pageRoutes.inbox,
    title: bilingual('待办', 'Inbox'),
    load: () => import('#web/features/inbox/inbox-page.tsx'),
    icon: Inbox,
    Mark: lazyPart(() => import('#web/features/inbox/waiting-mark.tsx')),
  },
  og: {
    ...pageRoutes.og,
    title: bilingual('组织', 'Organisations'),
    load: () => import('#web/features/og/og-list-page.tsx'),
    icon: Building2,
  },
  og_detail: {
    ...pageRoutes.og_detail,
    title: bilingual('组织详情', 'Organisation'),
    load: () => import('#web/features/og/og-page.tsx'),
  },
  person: {
    ...pageRoutes.person,
    title: bilingual('重点人物', 'Focus persons'),
    load: () => import('#web/features/person/person-list-page.tsx'),
    icon: UserRound,
  },
  person_detail: {
    ...pageRoutes.person_detail,
    title: bilingual('人物详情', 'Person'),
    load: () => import('#web/features/person/person-page.tsx'),
  },
  event: {
    ...pageRoutes.event,
    title: bilingual('事件信息', 'Events'),
    load: () => import('#web/features/event/event-list-page.tsx'),
    icon: CalendarDays,
  },
  event_detail: {
    ...pageRoutes.event_detail,
    title: bilingual('事件详情', 'Event'),
    load: () => import('#web/features/event/event-page.tsx'),
  },
  report: {
    ...pageRoutes.report,
    title: bilingual('情报报告', 'Intelligence reports'),
    load: () => import('#web/features/report/report-list-page.tsx'),
    icon: FileText,
  },
  report_detail: {
    ...pageRoutes.report_detail,
    title: bilingual('报告详情', 'Report'),
    load: () => import('#web/features/report/report-page.tsx'),
  },
  upload: {
    ...pageRoutes.upload,
    title: bilingual('信息上传', 'Uploads'),
    load: () => import('#web/features/upload/upload-list-page.tsx'),
    icon: Upload,
  },
  issue: {
    ...pageRoutes.issue,
    title: bilingual('问题反馈', 'Feedback'),
    load: () => import('#web/features/issue/issue-page.tsx'),
    icon: MessageSquareWarning,
  },
  search: {
    ...pageRoutes.search,
    title: bilingual('搜索', 'Search'),
    load: () => import('#web/features/search/search-page.tsx'),
  },
  notification: {
    ...pageRoutes.notification,
    title: bilingual('通知', 'Notifications'),
    load: () => import('#web/features/notification/notification-page.tsx'),
  },
  admin_diff: {
    ...pageRoutes.admin_diff,
    title: bilingual('页面差异', 'Page differences'),
    load: () => import('#web/features/diff/admin-diff-page.tsx'),
    icon: FileDiff,
    Mark: lazyPart(() => import('#web/features/diff/waiting-mark.tsx')),
  },
  admin_diff_detail: {
    ...pageRoutes.admin_diff_detail,
    title: bilingual('差异', 'Difference'),
    load: () => import('#web/features/diff/diff-page.tsx'),
  },
  admin_pages: {
    ...pageRoutes.admin_pages,
    title: bilingual('页面', 'Pages'),
    load: () => import('#web/features/page/admin-pages-page.tsx'),
    icon: Globe,
  },
  admin_page: {
    ...pageRoutes.admin_page,
    title: bilingual('页面详情', 'Watched page'),
    load: () => import('#web/features/page/page-page.tsx'),
  },
  admin_words: {
    ...pageRoutes.admin_words,
    title: bilingual('敏感词', 'Sensitive words'),
    load: () => import('#web/features/word/admin-words-page.tsx'),
    icon: SpellCheck2,
  },
  admin_og: {
    ...pageRoutes.admin_og,
    title: bilingual('组织管理', 'Manage organisations'),
    load: () => import('#web/features/og/admin-og-page.tsx'),
    icon: Building,
  },
  admin_person: {
    ...pageRoutes.admin_person,
    title: bilingual('人物管理', 'Manage persons'),
    load: () => import('#web/features/person/admin-person-page.tsx'),
    icon: UserPen,
  },
  admin_source: {
    ...pageRoutes.admin_source,
    title: bilingual('来源', 'Sources'),
    load: () => import('#web/features/source/admin-source-page.tsx'),
    icon: BookMarked,
  },
  source_detail: {
    ...pageRoutes.source_detail,
    title: bilingual('来源详情', 'Source'),
    load: () => import('#web/features/source/source-page.tsx'),
  },
  admin_fact_check: {
    ...pageRoutes.admin_fact_check,
    title: bilingual('待核实的事实', 'Facts to check'),
    load: () => import('#web/features/claim/check-page.tsx'),
    icon: ListChecks,
  },
  import_choice: {
    ...pageRoutes.import_choice,
    title: bilingual('有分歧的值', 'Conflicting values'),
    load: () => import('#web/features/import_review/choice-page.tsx'),
  },
  admin_duplicate: {
    ...pageRoutes.admin_duplicate,
    title: bilingual('查重合并', 'Duplicates'),
    load: () => import('#web/features/duplicate/duplicate-page.tsx'),
    icon: CopyCheck,
  },
  admin_list: {
    ...pageRoutes.admin_list,
    title: bilingual('名单管理', 'Screening lists'),
    load: () => import('#web/features/list/admin-list-page.tsx'),
    icon: ListX,
  },
  admin_screening: {
    ...pageRoutes.admin_screening,
    title: bilingual('名单筛查', 'Screening'),
    load: () => import('#web/features/screening/screening-page.tsx'),
    icon: ShieldAlert,
    Mark: lazyPart(() => import('#web/features/screening/waiting-mark.tsx')),
  },
  admin_screening_rule: {
    ...pageRoutes.admin_screening_rule,
    title: bilingual('筛查评分', 'Screening scores'),
    load: () => import('#web/features/screening/rule-page.tsx'),
  },
  admin_certificate: {
    ...pageRoutes.admin_certificate,
    title: bilingual('核验证明', 'Verify a certificate'),
    load: () => import('#web/features/screening/certificate-page.tsx'),
  },
  screening_file: {
    ...pageRoutes.screening_file,
    title: bilingual('筛查文件', 'Screen a file'),
    load: () => import('#web/features/screening/files-page.tsx'),
  },
  screening_file_detail: {
    ...pageRoutes.screening_file_detail,
    title: bilingual('筛查的文件', 'Screened file'),
    load: () => import('#web/features/screening/file-page.tsx'),
  },
  admin_og_cates: {
    ...pageRoutes.admin_og_cates,
    title: bilingual('组织类别', 'Categories'),
    load: () => import('#web/features/og_cate/og-cate-page.tsx'),
    icon: Tags,
  },
  admin_user_manage: {
    ...pageRoutes.admin_user_manage,
    title: bilingual('用户管理', 'Users'),
    load: () => import('#web/features/user/user-manage-page.tsx'),
    icon: Users,
  },
  admin_group: {
    ...pageRoutes.admin_group,
    title: bilingual('用户组', 'Groups'),
    load: () => import('#web/features/group/group-page.tsx'),
  },
  admin_login: {
    ...pageRoutes.admin_login,
    title: bilingual('登录方式', 'Login methods'),
    load: () => import('#web/features/identity/identity-page.tsx'),
  },
  admin_mailbox: {
    ...pageRoutes.admin_mailbox,
    title: bilingual('收件邮箱', 'Mailboxes'),
    load: () => import('#web/features/mailbox/mailbox-page.tsx'),
  },
  admin_audit: {
    ...pageRoutes.admin_audit,
    title: bilingual('审计记录', 'Audit trail'),
    load: () => import('#web/features/audit/audit-page.tsx'),
    icon: ScrollText,
  },
  admin_erasure: {
    ...pageRoutes.admin_erasure,
    title: bilingual('数据清除', 'Erasure'),
    load: () => import('#web/features/erasure/erasure-page.tsx'),
    icon: Eraser,
  },
  admin_system: {
    ...pageRoutes.admin_system,
    title: bilingual('系统', 'System'),
    load: () => import('#web/features/system/system-page.tsx'),
    icon: Activity,
  },
  admin_screening_quality: {
    ...pageRoutes.admin_screening_quality,
    title: bilingual('筛查检出率', 'Screening quality'),
    load: () => import('#web/features/examiner/examiner-page.tsx'),
  },
  admin_coverage: {
    ...pageRoutes.admin_coverage,
    title: bilingual('覆盖情况', 'Coverage'),
    load: () => import('#web/features/coverage/coverage-page.tsx'),
  },
  admin_report_template: {
    ...pageRoutes.admin_report_template,
    title: bilingual('报告模板', 'Report template'),
    load: () => import('#web/features/report/template/template-page.tsx'),
  },
  admin_custom_fields: {
    ...pageRoutes.admin_custom_fields,
    title: bilingual('自定义字段', 'Custom fields'),
    load: () => import('#web/features/custom_field/custom-field-page.tsx'),
  },
  device_list: {
    ...pageRoutes.device_list,
    title: bilingual('采集设备', 'Collectors'),
    load: () => import('#web/features/device/device-list-page.tsx'),
    icon: Server,
  },
  user_info: {
    ...pageRoutes.user_info,
    title: bilingual('用户信息', 'User info'),
    load: () => import('#web/features/user/user-info-page.tsx'),
  },
  user_webhook: {
    ...pageRoutes.user_webhook,
    title: bilingual('Webhook', 'Webhooks'),
    load: () => import('#web/features/webhook/webhook-page.tsx'),
  },
  clip: {
    ...pageRoutes.clip,
    title: bilingual('采集网页', 'Clip a page'),
    load: () => import('#web/features/clip/clip-page.tsx'),
  },
  guide: {
    ...pageRoutes.guide,
    title: bilingual('使用指南', 'Guide'),
    load: () => import('#web/features/guide/guide-page.tsx'),
  },
  guide_page: {
    ...pageRoutes.guide_page,
    title: bilingual('使用指南', 'Guide'),
    load: () => import('#web/features/guide/guide-page.tsx'),
  },
  exception_403: {
    ...pageRoutes.exception_403,
    title: bilingual('无权访问', 'No access'),
    load: () => import('#web/features/exception/forbidden-page.tsx'),
    isTab: false,
  },
  exception_404: {
    ...pageRoutes.exception_404,
    title: bilingual('页面不存在', 'Not found'),
    load: () => import('#web/features/exception/not-found-page.tsx'),
    isTab: false,
  },
  exception_500: {
    ...pageRoutes.exception_500,
    title: bilingual('服务器错误', 'Server error'),
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
