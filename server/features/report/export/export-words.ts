import type { Locale } from '#contract/error.ts'
import type { ReportStatus } from '#contract/report.api.ts'
import type { evidenceEntities } from '#contract/report-body.ts'

/** Words of exported reports; `{page}` and `{pages}` are filled in for each page, other placeholders before. */
export type ExportWords = Record<
  | 'number'
  | 'version'
  | 'author'
  | 'reviewer'
  | 'status'
  | 'date'
  | 'contents'
  | 'evidence'
  | 'withheld'
  | 'page'
  | 'before'
  | 'after'
  | 'added'
  | 'removed'
  | 'changes'
  | 'picture'
  | 'seen'
  | 'more'
  | 'colon'
  | 'comma'
  | 'bracket'
  | 'quoted'
  | 'yes'
  | 'no'
  | 'nothing'
  | 'changedSince'
  | 'goneSince'
  | 'credibility'
  | 'row'
  | 'part'
  | 'withdrawn'
  | 'seenOnce'
  | 'seenBetween',
  string
> & { statuses: Record<ReportStatus, string>; nouns: Record<(typeof evidenceEntities)[number], string> }

export const exportWords: Record<Locale, ExportWords> = {
  'zh-CN': {
    number: '编号',
    version: '版本',
    author: '作者',
    reviewer: '审核人',
    status: '状态',
    date: '日期',
    contents: '目录',
    evidence: '证据清单',
    withheld: '[无权查看]',
    page: '第 {page} 页，共 {pages} 页',
    before: '变化前',
    after: '变化后',
    added: '新增',
    removed: '删除',
    changes: '变化',
    picture: '图片',
    seen: '采集于 {at} UTC',
    more: '另有 {count} 处变化',
    colon: '：',
    comma: '，',
    bracket: '（{text}）',
    quoted: '“{text}”',
    yes: '是',
    no: '否',
    nothing: '无',
    changedSince: '（此后已改为“{value}”）',
    goneSince: '（此后已删除）',
    credibility: '内容可信程度 {grade}',
    row: '导入文件“{file}”第 {n} 行',
    part: '第 {n} 部分',
    withdrawn: '此后已撤回',
    seenOnce: '记录于 {at}',
    seenBetween: '首次 {first}，最近 {last}',
    statuses: { draft: '草稿', review: '待审', published: '已发布', archived: '已归档' },
    nouns: { diff: '页面变化', page_version: '网页', upload: '上传文件', event: '事件' },
  },
  'en-US': {
    number: 'Number',
    version: 'Version',
    author: 'Author',
    reviewer: 'Reviewer',
    status: 'Status',
    date: 'Date',
    contents: 'Contents',
    evidence: 'Evidence',
    withheld: '[withheld]',
    page: 'Page {page} of {pages}',
    before: 'Before',
    after: 'After',
    added: 'Added',
    removed: 'Removed',
    changes: 'Changes',
    picture: 'Picture',
    seen: 'Seen {at} UTC',
    more: 'Further changes: {count}',
    colon: ': ',
    comma: ', ',
    bracket: ' ({text})',
    quoted: '“{text}”',
    yes: 'Yes',
    no: 'No',
    nothing: 'nothing',
    changedSince: ' (since changed to “{value}”)',
    goneSince: ' (removed since)',
    credibility: 'credibility {grade}',
    row: 'imported file “{file}”, row {n}',
    part: 'part {n}',
    withdrawn: 'withdrawn since',
    seenOnce: 'recorded {at}',
    seenBetween: 'first seen {first}, last seen {last}',
    statuses: { draft: 'Draft', review: 'In review', published: 'Published', archived: 'Archived' },
    nouns: { diff: 'Page change', page_version: 'Web page', upload: 'Upload', event: 'Event' },
  },
}
