import { defineMessages } from '#web/platform/i18n.ts'

export const digestMessages = defineMessages({
  brief: ['今日简报', 'Morning brief'],
  since: ['自上次登录（{at}）以来', 'Since your last login ({at})'],
  first: ['这是您第一次登录', 'This is your first login'],
  whole: ['全部 {count, number} 项待办', '{count, plural, one {Inbox: # item} other {Inbox: {count, number} items}}'],
  clear: ['全部处理完毕', 'All done'],
  nothing: ['没有待您处理的内容。', 'Nothing is waiting for you.'],
  looked: ['最近一次抓取：{at}。', 'Last crawl: {at}.'],
})
