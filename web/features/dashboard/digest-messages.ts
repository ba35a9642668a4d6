import { defineMessages } from '#web/platform/i18n.ts'

export const digestMessages = defineMessages({
  brief: ['今日简报', 'Morning brief'],
  since: ['自上次登录（{at}）以来', 'Since your last login ({at})'],
  first: ['首次登录', 'First login'],
  whole: ['全部 {count, number} 项待办', '{count, plural, one {Inbox: # item} other {Inbox: {count, number} items}}'],
})
