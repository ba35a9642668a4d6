import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const briefMessages = defineMessages({
  brief: ['今日简报', 'Morning brief'],
  since: ['自上次登录（{at}）以来', 'Since your last login ({at})'],
  first: ['这是您第一次登录', 'This is your first login'],
  today: ['今天 {time}', 'today {time}'],
  yesterday: ['昨天 {time}', 'yesterday {time}'],
  fresh: ['上次登录之后', 'New since your last login'],
  keys: ['{keys} 选择和处理', '{keys} choose and clear'],
  important: ['重要', 'Important'],
  ignored: ['忽略', 'Ignore'],
  done: [words['zh-CN'].done, words['en-US'].done],
  doneNamed: ['完成“{name}”', 'Done with “{name}”'],
  openKey: ['打开选中的一条', 'Open the chosen line'],
  doneKey: ['完成选中的一条', 'Done with the chosen line'],
  undoKey: ['撤销上一步', 'Undo the last step'],
  cleared: ['已完成。', 'Done.'],
  clear: ['全部处理完毕', 'All clear'],
  nothing: ['没有等待您处理的内容。', 'Nothing is waiting for you.'],
  looked: ['网站最近一次查看：{at}。', 'Sites were last looked at {at}.'],
  moreDiffs: [
    '另有 {count, number} 处变化待审',
    '{count, plural, one {and one more change} other {and {count, number} more changes}}',
  ],
  moreNews: [
    '另有 {count, number} 条通知',
    '{count, plural, one {and one more notification} other {and {count, number} more notifications}}',
  ],
  lastLine: ['以上是全部内容。', 'That is all.'],
  eventToday: ['今天', 'Today'],
  eventTomorrow: ['明天', 'Tomorrow'],
})
