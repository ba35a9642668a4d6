import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const digestMessages = defineMessages({
  brief: ['今日简报', 'Morning brief'],
  since: ['自上次登录（{at}）以来', 'Since your last login ({at})'],
  first: ['这是您第一次登录', 'This is your first login'],
  today: ['今天 {time}', 'today {time}'],
  yesterday: ['昨天 {time}', 'yesterday {time}'],
  fresh: ['上次登录之后', 'New since your last login'],
  keys: ['{keys}：选择和处理', '{keys}: select and process'],
  important: ['重要', 'Important'],
  ignored: ['忽略', 'Ignore'],
  done: [words['zh-CN'].done, words['en-US'].done],
  doneNamed: ['完成“{name}”', 'Done with “{name}”'],
  openKey: ['打开选中项', 'Open the selected item'],
  doneKey: ['完成选中项', 'Mark the selected item as done'],
  undoKey: ['撤销上一步', 'Undo the last action'],
  cleared: ['已完成。', 'Done.'],
  clear: ['全部处理完毕', 'All done'],
  nothing: ['没有待您处理的内容。', 'Nothing is waiting for you.'],
  looked: ['最近一次抓取：{at}。', 'Last crawl: {at}.'],
  moreDiffs: [
    '另有 {count, number} 处变化待审',
    '{count, plural, one {and one more change} other {and {count, number} more changes}}',
  ],
  moreNews: [
    '另有 {count, number} 条通知',
    '{count, plural, one {and one more notification} other {and {count, number} more notifications}}',
  ],
  lastLine: ['没有更多了。', 'End of list.'],
  eventToday: ['今天', 'Today'],
  eventTomorrow: ['明天', 'Tomorrow'],
})
