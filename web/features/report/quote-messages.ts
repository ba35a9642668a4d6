import { defineMessages } from '#web/platform/i18n.ts'

export const quoteMessages = defineMessages({
  quote: ['引用到报告', 'Quote in a report'],
  quoteAct: ['引用', 'Quote'],
  words: ['引文', 'Quotation'],
  report: ['报告草稿', 'Draft of a report'],
  fresh: ['新建报告', 'New report'],
  quoted: ['已引用到报告。', 'Quoted in the report.'],
  open: ['打开报告', 'Open the report'],
  cut: ['引文最多 5,000 字，后面的没有包括。', 'A quotation has 5,000 characters at most; the rest is left out.'],
  failed: ['没有引用成功，请重试。', 'It could not be quoted. Please try again.'],
})
