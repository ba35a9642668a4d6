import { defineMessages } from '#web/platform/i18n.ts'

/** Texts shared by the pages of all records. */
export const recordMessages = defineMessages({
  failed: ['此部分加载失败，其余内容不受影响。', 'This part failed to load; the others are not affected.'],
  facts: ['基本事实', 'Facts'],
  overview: ['概览', 'Overview'],
  history: ['修改记录', 'History'],
  copyLink: ['复制链接', 'Copy link'],
  linkCopied: ['链接已复制', 'Link copied'],
  copyFailed: [
    '浏览器不允许复制，请从地址栏复制。',
    'The browser does not allow copying. Copy it from the address bar.',
  ],
  print: ['打印', 'Print'],
  exportReasonNeeded: ['请写明导出原因。', 'Give a reason for the export.'],
  desc: ['简介', 'Description'],
  addDesc: ['添加简介', 'Add a description'],
  allFacts: ['全部 {count, number} 项', 'All {count, number} facts'],
  fewerFacts: ['收起', 'Fewer facts'],
  latest: ['最近的修改', 'Latest changes'],
  allChanges: ['查看全部修改', 'All changes'],
  demo: ['演示数据', 'Demonstration data'],
  customFields: ['自定义字段', 'Custom fields'],
})
