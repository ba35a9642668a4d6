import { defineMessages } from '#web/platform/i18n.ts'

export const digestMessages = defineMessages({
  brief: ['今日简报', 'Morning brief'],
  whole: ['全部 {count, number} 项待办', '{count, plural, one {Inbox: # item} other {Inbox: {count, number} items}}'],
})
