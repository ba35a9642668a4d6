import { type BilingualText, bilingual, type Locale } from '#contract/bilingual.ts'
import type { WebhookEventKind } from '#contract/webhook.api.ts'

/** The first words of a chat message about an event. */
export const kindWords: Record<WebhookEventKind, BilingualText> = {
  'difference.found': bilingual('页面有变化', 'Page changed'),
  'word.found': bilingual('发现敏感词', 'Sensitive word found'),
  'screening.hit': bilingual('筛查命中', 'Screening hit'),
  'record.created': bilingual('新建', 'Created'),
  'record.updated': bilingual('已修改', 'Changed'),
  'record.deleted': bilingual('已删除', 'Deleted'),
  'record.erased': bilingual('已清除', 'Erased'),
  'report.published': bilingual('报告已发布', 'Report published'),
  'search.found': bilingual('保存的搜索有新结果', 'New result of a saved search'),
  'webhook.test': bilingual('测试消息：Webhook 工作正常', 'Test message: the webhook works'),
}

const lines = {
  organisation: bilingual('组织：{value}', 'Organisation: {value}'),
  words: bilingual('词语：{value}', 'Words: {value}'),
  hits: bilingual('新命中：{value}', 'New hits: {value}'),
  pages: bilingual('相同变化的页面：{value}', 'Pages with the same change: {value}'),
  search: bilingual('搜索：{value}', 'Search: {value}'),
  actor: bilingual('操作人：{value}', 'By: {value}'),
} as const

export const lineOf = (name: keyof typeof lines, value: string | number, locale: Locale): string =>
  lines[name][locale].replace('{value}', () => String(value))

export const openWord = bilingual('在控制台中打开', 'Open in the console')
export const listMark = bilingual('、', ', ')
export const titleMark = bilingual('：', ': ')
