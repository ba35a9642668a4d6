import { defineMessages } from '#web/platform/i18n.ts'

export const quoteMessages = defineMessages(
  {
    quote: '引用到报告',
    quoteAct: '引用',
    words: '引文',
    report: '报告草稿',
    fresh: '新建报告',
    quoted: '已引用到报告。',
    open: '打开报告',
    cut: '引文最多 5,000 字，后面的没有包括。',
    failed: '没有引用成功，请重试。',
  },
  {
    quote: 'Quote in a report',
    quoteAct: 'Quote',
    words: 'Quotation',
    report: 'Draft of a report',
    fresh: 'New report',
    quoted: 'Quoted in the report.',
    open: 'Open the report',
    cut: 'A quotation has 5,000 characters at most; the rest is left out.',
    failed: 'It could not be quoted. Please try again.',
  },
)
