import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import type { Locale } from '#contract/error.ts'
import { issueStatuses, issueStatusLabels } from '#contract/issue.api.ts'
import type { Notification } from '#contract/notification.api.ts'
import { entityRecord } from '#contract/registry.ts'

const nouns: Record<string, BilingualText> = {
  ...entityRecord((noun, { one }) => [noun, one]),
  report: bilingual('报告', 'Report'),
  upload: bilingual('上传', 'Upload'),
  issue: bilingual('反馈', 'Feedback'),
  page: bilingual('页面', 'Page'),
  diff: bilingual('页面差异', 'Page difference'),
  word: bilingual('敏感词', 'Sensitive word'),
  session: bilingual('登录会话', 'Session'),
  webhook: bilingual('Webhook', 'Webhook'),
}

export const entityLabel = (noun: string, locale: Locale): string => nouns[noun]?.[locale] ?? ''

type Sentence = { 'zh-CN': (count: number) => string; 'en-US': (count: number) => string }
const plainSentence = (zh: string, en: string): Sentence => ({ 'zh-CN': () => zh, 'en-US': () => en })
const pluralSentence = (zh: (count: number) => string, one: string, many: (count: number) => string): Sentence => ({
  'zh-CN': zh,
  'en-US': count => (count === 1 ? one : many(count)),
})

const sentences: Record<string, Sentence> = {
  updated: pluralSentence(
    count => (count === 1 ? '已修改' : `修改了 ${count} 次`),
    'was changed',
    count => `was changed ${count} times`,
  ),
  restored: plainSentence('已恢复', 'was restored'),
  merged: plainSentence('已合并另一条记录', 'was merged with another record'),
  unmerged: plainSentence('合并已撤销', 'had a merge undone'),
  changed_page: pluralSentence(
    count => `${count} 处页面变化`,
    'has a page change',
    count => `has ${count} page changes`,
  ),
  mentioned: pluralSentence(
    count => `在 ${count} 个页面被提及`,
    'was mentioned on a page',
    count => `was mentioned on ${count} pages`,
  ),
  maybe_mentioned: pluralSentence(
    count => `在 ${count} 个页面可能被提及（仅名称相同）`,
    'was possibly mentioned on a page (name match only)',
    count => `was possibly mentioned on ${count} pages (name match only)`,
  ),
  hit: pluralSentence(
    count => `在 ${count} 个页面新出现`,
    'newly appeared on a page',
    count => `newly appeared on ${count} pages`,
  ),
  login_new: plainSentence(
    '您的账号从新的网络地址登录；若不是您本人，请结束该会话并修改密码',
    'your account was used from a new address; if it was not you, end that session and change your password',
  ),
  webhook_stopped: plainSentence('连续多日发送失败，已停止', 'was stopped after days of failures'),
  maybe_listed: pluralSentence(
    count => `可能在名单上：${count} 个新命中`,
    'might be on a list: one new hit',
    count => `might be on a list: ${count} new hits`,
  ),
  listed: plainSentence('已确认在名单上', 'was confirmed to be on a list'),
  review_asked: plainSentence('等待审核', 'is waiting for review'),
  ready: plainSentence('已处理完毕', 'is ready'),
  failed: plainSentence('处理失败', 'could not be read'),
  accepted: plainSentence('已通过', 'was accepted'),
  rejected: plainSentence('未通过', 'was rejected'),
  returned: plainSentence('已退回', 'was returned'),
  published: plainSentence('已发布', 'was published'),
  withdrawn: plainSentence('已撤回', 'was withdrawn'),
  archived: plainSentence('已归档', 'was archived'),
  commented: pluralSentence(
    count => `${count} 条新评论`,
    'has a new comment',
    count => `has ${count} new comments`,
  ),
  replied: pluralSentence(
    count => `${count} 条新回复`,
    'has a new reply',
    count => `has ${count} new replies`,
  ),
  issue_created: plainSentence('新的反馈', 'is new feedback'),
  assigned: plainSentence('已指派给您', 'was assigned to you'),
  status_changed: plainSentence('状态已变化', 'changed its status'),
  sent: plainSentence('由同事发给您', 'was sent to you by a colleague'),
  figure_alert: pluralSentence(
    count => `${count} 条数值提醒`,
    'has a figure alert',
    count => `has ${count} figure alerts`,
  ),
  search_hit: plainSentence('符合您保存的搜索', 'matches a saved search'),
  more: pluralSentence(
    count => `另有 ${count} 条通知未逐条列出`,
    'one more was not listed',
    count => `${count} more were not listed one by one`,
  ),
}
const otherSentence = plainSentence('有更新', 'has updates')

/** Describes an event in the reader's language. */
export function kindSentence(
  { kind, count, detail }: Pick<Notification, 'kind' | 'count' | 'detail'>,
  locale: Locale,
): string {
  const status = kind === 'status_changed' ? issueStatuses.find(each => each === detail.to) : undefined
  if (status) {
    const label = issueStatusLabels[status][locale]
    return locale === 'zh-CN' ? `状态变为“${label}”` : `is now “${label}”`
  }
  return (sentences[kind] ?? otherSentence)[locale](count)
}
