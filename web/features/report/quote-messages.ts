import { defineMessages } from '#web/platform/i18n.ts'

export const quoteMessages = defineMessages({
  quote: ['引用到报告', 'Quote in a report'],
  quoteAct: ['引用', 'Quote'],
  words: ['引文', 'Quotation'],
  report: ['报告草稿', 'Draft report'],
  fresh: ['新建报告', 'New report'],
  quoted: ['已引用到报告。', 'Quoted in the report.'],
  open: ['打开报告', 'Open the report'],
  cut: ['引文最多 5,000 字，超出部分未包括。', 'A quotation has at most 5,000 characters; the rest is left out.'],
  failed: ['引用失败，请重试。', 'Quoting failed. Try again.'],
})
