import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

/** Texts of the report list and of the panel on other records' pages. */
export const reportListMessages = defineMessages({
  title: ['情报报告', 'Intelligence reports'],
  nouns: ['报告', 'reports'],
  counted: ['{count, number} 份报告', '{count, plural, one {# report} other {# reports}}'],
  search: ['编号、标题、摘要、正文', 'Number, title, summary, text'],
  number: ['编号', 'Number'],
  name: [words['zh-CN'].title, words['en-US'].title],
  author: ['作者', 'Author'],
  comments: ['待答意见', 'Open comments'],
  publishedAt: ['发布时间', 'Published'],
  add: ['新建', 'Add'],
  notPublished: ['未发布', 'Not published'],
  nobody: ['无', 'No one'],
  emptyTitle: ['还没有报告', 'No reports yet'],
  emptyText: [
    '报告把组织、人物、事件和网页差异写成一份可审核、可引用的文字。新建一份，或从页面差异开始。',
    'A report presents organisations, persons, events and page changes in a text that can be reviewed and cited. Write one, or start from a page difference.',
  ],
  emptyReadTitle: ['还没有已发布的报告', 'No published reports yet'],
  emptyReadText: ['报告经审核发布后会显示在这里。', 'Reports appear here once they have been reviewed and published.'],
  panelCount: ['共 {count, number} 份', '{count, plural, one {# report} other {# reports}}'],
  panelNone: ['暂无报告提及。', 'No reports mention this record yet.'],
  panelFailed: ['报告加载失败。', 'The reports failed to load.'],
  panelLoading: ['正在加载报告', 'Loading the reports'],
  panelNew: ['新建报告', 'New report'],
  makeReportShort: ['生成报告', 'Report'],
  makeReport: ['生成报告', 'Create a report'],
})
