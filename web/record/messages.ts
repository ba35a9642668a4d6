import { defineMessages } from '#web/platform/i18n.ts'

/** Texts shared by the pages of all records. */
export const recordMessages = defineMessages(
  {
    failed: '这一部分没有加载出来，其余内容不受影响。',
    facts: '基本事实',
    overview: '概览',
    history: '修改记录',
    copyLink: '复制链接',
    linkCopied: '链接已复制',
    copyFailed: '浏览器不允许复制，请从地址栏复制。',
    print: '打印',
    exportReasonNeeded: '请写明导出原因。',
    desc: '简介',
    noDesc: '还没有简介。',
    latest: '最近的修改',
    allChanges: '查看全部修改',
    demo: '演示数据',
    customFields: '自定义字段',
  },
  {
    failed: 'This part could not be loaded; the others are not affected.',
    facts: 'Facts',
    overview: 'Overview',
    history: 'History',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    copyFailed: 'The browser does not allow copying. Copy it from the address bar.',
    print: 'Print',
    exportReasonNeeded: 'Give a reason for the export.',
    desc: 'Description',
    noDesc: 'There is no description yet.',
    latest: 'Latest changes',
    allChanges: 'All changes',
    customFields: 'Custom fields',
    demo: 'Demonstration data',
  },
)
