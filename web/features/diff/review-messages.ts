import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const reviewMessages = defineMessages({
  unread: ['待审', 'Waiting'],
  waitingMark: [
    '{count, number} 处差异待审阅',
    '{count, plural, one {# difference waits} other {# differences wait}} for review',
  ],
  important: ['重要', 'Important'],
  ignored: ['忽略', 'Ignored'],
  review: ['审阅', 'Review'],
  markImportant: ['重要', 'Important'],
  markIgnored: ['忽略', 'Ignore'],
  markDone: [words['zh-CN'].done, words['en-US'].done],
  markUnread: ['放回待审', 'Back to waiting'],
  cluster: [
    '{count, plural, other {同样的改动：# 个页面}}',
    '{count, plural, one {Same change: # page} other {Same change: # pages}}',
  ],
  series: [
    '{count, plural, other {同一列表的 # 个编号页}}',
    '{count, plural, one {# numbered page of one list} other {# numbered pages of one list}}',
  ],
  clusterAll: [
    '{count, plural, other {# 个页面一起}}',
    '{count, plural, one {# page at once} other {All # pages at once}}',
  ],
  clusterKey: ['同样的改动一起：{act}', 'The same change everywhere: {act}'],
  marked: ['已标为{status}。', 'Marked: {status}.'],
  markedMany: [
    '{count, plural, other {# 个差异已标为{status}。}}',
    '{count, plural, one {# difference marked: {status}.} other {# differences marked: {status}.}}',
  ],
  othersLeft: [
    '{count, plural, other {同样的改动还有 # 个页面（按住 Shift 一起处理）。}}',
    '{count, plural, one {# more page has the same change (hold Shift for all).} other {# more pages have the same change (hold Shift for all).}}',
  ],
  seriesLeft: [
    '{count, plural, other {同一列表还有 # 个编号页（按住 Shift 一起处理）。}}',
    '{count, plural, one {# more numbered page of the list (hold Shift for all).} other {# more numbered pages of the list (hold Shift for all).}}',
  ],
  noted: ['备注已保存。', 'The note was saved.'],
  undoKey: ['撤销上一次审阅', 'Undo the last review'],
  nothingToUndo: ['没有可以撤销的审阅', 'There is no review to undo'],
  noteKey: ['写备注', 'Write a note'],
  closeNote: ['收起', 'Close'],
  help: ['快捷键', 'Shortcuts'],
  change: ['改动', 'Change'],
  noteHint: ['备注，回车保存', 'Note; Enter saves'],
  saveNote: ['保存备注', 'Save the note'],
  date_or_time: ['仅日期或时间', 'Date or time only'],
  template: ['重复的模板部分', 'Repeated template part'],
  number: ['仅数字', 'Numbers only'],
  language: ['语言变化', 'Language changed'],
  content_removed: ['内容被删除', 'Content removed'],
  page_removed: ['页面被删除', 'Page removed'],
  reviewedBy: ['{name} 于 {at} 标为{status}', '{name} marked it {status} on {at}'],
  makeEvent: ['生成事件', 'Create an event'],
  clashTitle: ['这个差异刚被他人审阅', 'Someone has just reviewed this difference'],
  clashText: [
    '{name} 在您之前审阅了它。请选择保留哪一个。',
    '{name} reviewed it before you. Choose which review stays.',
  ],
  mine: ['我的', 'Mine'],
  theirs: ['{name}的', 'By {name}'],
  keepTheirs: ['保留他人的', 'Keep theirs'],
  useMine: ['改用我的', 'Use mine'],
})
