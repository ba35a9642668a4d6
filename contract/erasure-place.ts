import type { Locale } from './error.ts'

type Said = readonly [zh: string, en: string]

/** What the rows of a table are to users; a test holds every table that an erasure tells of to be here. */
export const erasureTables = {
  attachment: ['附件', 'Attachment'],
  attachment_content: ['附件内容', 'Content of an attachment'],
  audit: ['审计记录', 'Audit trail'],
  backup: ['备份记录', 'Record of a backup'],
  brief_done: ['简报中的已处理项', 'Item done with in a brief'],
  diff: ['页面差异', 'Page difference'],
  duplicate: ['疑似重复', 'Possible duplicate'],
  duplicate_key: ['查重线索', 'Duplicate clue'],
  duplicate_run: ['查重任务', 'Duplicate search'],
  event: ['事件', 'Event'],
  event_feed: ['日历订阅', 'Calendar feed'],
  export: ['导出', 'Export'],
  follow: ['关注', 'Follow'],
  history: ['修改历史', 'History of changes'],
  import: ['导入', 'Import'],
  import_plan: ['导入设置', 'Settings of an import'],
  import_row: ['导入的行', 'Row of an import'],
  installation: ['安装信息', 'Installation'],
  interchange: ['资料交换', 'Interchange'],
  interchange_row: ['资料交换的行', 'Row of an interchange'],
  issue: ['反馈', 'Feedback'],
  issue_comment: ['反馈中的评论', 'Comment on feedback'],
  known_address: ['常用登录地址', 'Known login address'],
  mail: ['邮件', 'Mail'],
  membership: ['任职', 'Membership'],
  mention: ['页面中的提及', 'Mention on a page'],
  mention_decision: ['提及的判断', 'Decision on a mention'],
  merge: ['合并记录', 'Merge'],
  news: ['动态', 'News'],
  notification: ['通知', 'Notification'],
  notification_setting: ['通知设置', 'Settings of notifications'],
  og: ['组织', 'Organisation'],
  og_cate: ['组织类别', 'Category'],
  page: ['页面', 'Page'],
  page_version: ['页面版本', 'Version of a page'],
  person: ['人物', 'Person'],
  process_beat: ['进程状态', 'State of a process'],
  relation: ['人物关系', 'Relation'],
  report: ['报告', 'Report'],
  report_comment: ['报告中的批注', 'Comment on a report'],
  report_draft: ['报告草稿', 'Draft of a report'],
  report_event: ['报告关联的事件', 'Event of a report'],
  report_evidence: ['报告引用的证据', 'Evidence of a report'],
  report_og: ['报告关联的组织', 'Organisation of a report'],
  report_person: ['报告关联的人物', 'Person of a report'],
  report_template: ['报告模板', 'Template of reports'],
  report_version: ['报告版本', 'Version of a report'],
  retention: ['保留期限', 'Retention period'],
  round: ['抓取轮次', 'Round'],
  saved_search: ['保存的搜索', 'Saved search'],
  saved_search_hit: ['保存的搜索的结果', 'Hit of a saved search'],
  search_entry: ['搜索条目', 'Search entry'],
  search_name: ['搜索名称', 'Name in the search'],
  search_queue: ['待更新的搜索条目', 'Search entry to be renewed'],
  set_aside: ['搁置项', 'Set aside'],
  site: ['网站', 'Site'],
  system_setting: ['系统设置', 'System setting'],
  timeline_note: ['时间线备注', 'Note on a timeline'],
  transfer: ['未传完的文件', 'Upload under way'],
  upload: ['上传文件', 'Upload'],
  upload_mention: ['上传文件中的提及', 'Mention in an upload'],
  upload_part: ['上传文件的正文', 'Text of an upload'],
  user: ['用户', 'User'],
  view: ['保存的视图', 'Saved view'],
  visit: ['查看记录', 'Visit'],
  word: ['敏感词', 'Sensitive word'],
} as const satisfies Record<string, Said>

/** What an erasure counts besides rows of a table. */
export const erasureCounts = {
  event_link: ['解除关联的事件', 'Event unlinked'],
  export_file: ['导出文件', 'Exported file'],
  import_file: ['导入的原文件', 'File of an import'],
  interchange_file: ['资料交换的文件', 'File of an interchange'],
  passages_blanked: ['已抹去名字的文字', 'Passage blanked'],
  passages_left: ['保持不变的文字', 'Passage left as it was'],
  report_link: ['隐去人物的报告', 'Report that withholds the person'],
  trail: ['已抹去内容的审计与历史条目', 'Entry of audit and history emptied'],
  upload_link: ['解除关联的上传文件', 'Upload unlinked'],
} as const satisfies Record<string, Said>

/** Columns that hold words; another one is told by its table alone. */
const columns: Readonly<Record<string, Said>> = {
  about: ['说明', 'Description'],
  address: ['地址', 'Address'],
  aliases: ['别名', 'Aliases'],
  author_name: ['作者', 'Author'],
  body: ['正文', 'Text'],
  category: ['类别', 'Category'],
  cells: ['内容', 'Content'],
  changes: ['改动', 'Changes'],
  content: ['内容', 'Content'],
  creates: ['将新建的内容', 'What it would create'],
  desc: ['描述', 'Description'],
  desc_sum: ['摘要', 'Summary'],
  detail: ['详情', 'Details'],
  education: ['教育经历', 'Education'],
  eng_name: ['英文名', 'English name'],
  error: ['出错信息', 'Error'],
  excerpt: ['摘录', 'Excerpt'],
  external_id: ['外部编号', 'External id'],
  facebook: ['Facebook', 'Facebook'],
  facts: ['评分依据', 'Grounds of the score'],
  failure: ['失败原因', 'Why it failed'],
  faults: ['错误', 'Faults'],
  file: ['文件', 'File'],
  file_name: ['文件名', 'File name'],
  filter: ['筛选规则', 'Filter'],
  flags: ['提示', 'Flags'],
  headers: ['响应头', 'Headers'],
  labels: ['标签', 'Labels'],
  links: ['关联', 'Links'],
  mail: ['邮箱', 'Mail'],
  name: ['名称', 'Name'],
  not_carried: ['未带入的内容', 'What was not carried'],
  note: ['备注', 'Note'],
  note_reasons: ['备注依据', 'Grounds of the note'],
  og_names: ['未关联的组织名称', 'Names of organisations'],
  page_path: ['所在页面', 'Page path'],
  page_title: ['页面标题', 'Page title'],
  phone_number: ['电话', 'Phone'],
  plain_text: ['正文', 'Text'],
  plan: ['设置', 'Settings'],
  position: ['职务', 'Position'],
  published_labels: ['已发布的标签', 'Published labels'],
  published_summary: ['已发布的摘要', 'Published summary'],
  published_title: ['已发布的标题', 'Published title'],
  query: ['条件', 'Conditions'],
  quote: ['引文', 'Quotation'],
  reason: ['原因', 'Reason'],
  reasons: ['依据', 'Reasons'],
  role: ['职务', 'Role'],
  sample: ['内容示例', 'Sample'],
  search: ['条件', 'Conditions'],
  setting: ['设置', 'Settings'],
  source: ['来源', 'Source'],
  summary: ['摘要', 'Summary'],
  text: ['文字', 'Text'],
  title: ['标题', 'Title'],
  twitter: ['Twitter', 'Twitter'],
  type: ['关系', 'Relation'],
  undo: ['撤销所需的数据', 'Data to undo it'],
  value: ['值', 'Value'],
  values: ['内容', 'Values'],
  website: ['网站', 'Web site'],
  wiki: ['百科', 'Wiki'],
  word: ['词语', 'Word'],
  youtube: ['YouTube', 'YouTube'],
}

const elsewhere: Said = ['其他数据', 'Other data']
const named: Readonly<Record<string, Said>> = { ...erasureTables, ...erasureCounts }

export type ErasureCount = keyof typeof erasureTables | keyof typeof erasureCounts

/** What a table, or a count, is called. */
export function erasureTableName(table: string, locale: Locale): string {
  const said = Object.hasOwn(named, table) ? named[table] : undefined
  return (said ?? elsewhere)[locale === 'zh-CN' ? 0 : 1]
}

/** What `table.column`, `table` or a count is called; within words of the table's own record (`noun`) only the column. */
export function erasurePlaceName(place: string, locale: Locale, noun?: string): string {
  const [table = '', column = ''] = place.split('.')
  const said = Object.hasOwn(columns, column) ? columns[column]?.[locale === 'zh-CN' ? 0 : 1] : undefined
  if (said && table === noun) return said
  return said ? `${erasureTableName(table, locale)} · ${said}` : erasureTableName(table, locale)
}
