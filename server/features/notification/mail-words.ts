import type { Locale } from '#contract/error.ts'
import type { Notification } from '#contract/notification.api.ts'
import { entityLabels } from '#contract/schemas.ts'

const nouns: Record<string, Record<Locale, string>> = {
  ...Object.fromEntries(Object.entries(entityLabels).map(([noun, { one }]) => [noun, one])),
  report: { 'zh-CN': '报告', 'en-US': 'Report' },
  upload: { 'zh-CN': '上传', 'en-US': 'Upload' },
  issue: { 'zh-CN': '反馈', 'en-US': 'Feedback' },
  page: { 'zh-CN': '页面', 'en-US': 'Page' },
  diff: { 'zh-CN': '页面差异', 'en-US': 'Page difference' },
  word: { 'zh-CN': '敏感词', 'en-US': 'Sensitive word' },
}

export const entityLabel = (noun: string, locale: Locale): string => nouns[noun]?.[locale] ?? ''

type Sentence = { 'zh-CN': (count: number) => string; 'en-US': (count: number) => string }
const said = (zh: string, en: string): Sentence => ({ 'zh-CN': () => zh, 'en-US': () => en })
const counted = (zh: (count: number) => string, one: string, many: (count: number) => string): Sentence => ({
  'zh-CN': zh,
  'en-US': count => (count === 1 ? one : many(count)),
})

const sentences: Record<string, Sentence> = {
  updated: counted(
    count => (count === 1 ? '已修改' : `修改了 ${count} 次`),
    'was changed',
    count => `was changed ${count} times`,
  ),
  restored: said('已恢复', 'was restored'),
  merged: said('已合并另一条记录', 'was merged with another record'),
  unmerged: said('合并已撤销', 'had a merge undone'),
  changed_page: counted(
    count => `${count} 处页面变化`,
    'has a page change',
    count => `has ${count} page changes`,
  ),
  mentioned: counted(
    count => `在 ${count} 个页面被提及`,
    'was mentioned on a page',
    count => `was mentioned on ${count} pages`,
  ),
  maybe_mentioned: counted(
    count => `在 ${count} 个页面可能被提及（仅名称相同）`,
    'was possibly mentioned on a page (name match only)',
    count => `was possibly mentioned on ${count} pages (name match only)`,
  ),
  hit: counted(
    count => `在 ${count} 个页面新出现`,
    'newly appeared on a page',
    count => `newly appeared on ${count} pages`,
  ),
  maybe_listed: counted(
    count => `可能在名单上：${count} 个新命中`,
    'might be on a list: one new hit',
    count => `might be on a list: ${count} new hits`,
  ),
  listed: said('已确认在名单上', 'was confirmed to be on a list'),
  review_asked: said('等待审核', 'is waiting for review'),
  ready: said('已处理完毕', 'is ready'),
  failed: said('处理失败', 'could not be read'),
  accepted: said('已通过', 'was accepted'),
  rejected: said('未通过', 'was rejected'),
  returned: said('已退回', 'was returned'),
  published: said('已发布', 'was published'),
  withdrawn: said('已撤回', 'was withdrawn'),
  archived: said('已归档', 'was archived'),
  commented: counted(
    count => `${count} 条新评论`,
    'has a new comment',
    count => `has ${count} new comments`,
  ),
  replied: counted(
    count => `${count} 条新回复`,
    'has a new reply',
    count => `has ${count} new replies`,
  ),
  issue_created: said('新的反馈', 'is new feedback'),
  assigned: said('已指派给您', 'was assigned to you'),
  status_changed: said('状态已变化', 'changed its status'),
  sent: said('由同事发给您', 'was sent to you by a colleague'),
  search_hit: said('符合您保存的搜索', 'matches a saved search'),
  more: counted(
    count => `另有 ${count} 条通知未逐条列出`,
    'one more was not listed',
    count => `${count} more were not listed one by one`,
  ),
}
const other = said('有更新', 'has updates')

/** Describes an event in the reader's language. */
export function kindSentence({ kind, count }: Pick<Notification, 'kind' | 'count'>, locale: Locale): string {
  return (sentences[kind] ?? other)[locale](count)
}
