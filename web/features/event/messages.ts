import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

/** Texts of the event list and of the frame around its views. */
export const eventListMessages = defineMessages({
  title: ['事件信息', 'Events'],
  nouns: ['事件', 'events'],
  counted: ['{count, number} 个事件', '{count, plural, one {# event} other {# events}}'],
  search: ['标题、地点、类别', 'Title, place, category'],
  name: [words['zh-CN'].title, words['en-US'].title],
  category: ['类别', 'Category'],
  label: ['标签', 'Label'],
  address: [words['zh-CN'].place, words['en-US'].place],
  period: ['时间', 'Period'],
  add: ['新建', 'Add'],
  view: ['视图', 'View'],
  viewList: ['列表', 'List'],
  viewCalendar: ['日历', 'Calendar'],
  viewTimeline: ['时间线', 'Timeline'],
  viewMap: ['地图', 'Map'],
  viewLoading: ['正在加载视图', 'Loading the view'],
  full: [words['zh-CN'].fullScreen, words['en-US'].fullScreen],
  leaveFull: [words['zh-CN'].leaveFullScreen, words['en-US'].leaveFullScreen],
  noTime: ['未定', 'Unknown'],
  emptyTitle: ['还没有事件', 'No events yet'],
  emptyAroundTitle: ['近期没有事件', 'No events around today'],
  emptyAroundText: [
    '此处只列出七天前起已定级或已确认的事件。',
    'Only events from a week ago on that are confirmed or rated are listed here.',
  ],
  showAllEvents: ['显示全部事件', 'Show all events'],
  emptyText: [
    '事件是与组织、人物相关的已发生或将发生的事项。新建一个，或从表格文件导入。',
    'Events are past or future occurrences involving organisations and persons. Add one, or import a file.',
  ],
  emptyReadText: [
    '事件是与组织、人物相关的已发生或将发生的事项。编辑人员添加后会显示在这里。',
    'Events are past or future occurrences involving organisations and persons. They appear here once an editor has added them.',
  ],
  assessed: ['不含未定级的草稿', 'Without unrated drafts'],
  drafts: ['{count, number} 份未定级草稿', '{count, plural, one {# unrated draft} other {# unrated drafts}}'],
  setStatus: ['设置状态', 'Set status'],
  statusDone: [
    '已为 {count, number} 个事件设置状态。',
    'Status set on {count, plural, one {# event} other {# events}}.',
  ],
  setCategory: ['设置类别', 'Set category'],
  noCategory: ['不设类别', 'No category'],
  categoryDone: [
    '已为 {count, number} 个事件设置类别。',
    'Category set on {count, plural, one {# event} other {# events}}.',
  ],
  setLevel: ['设置级别', 'Set level'],
  levelDone: ['已为 {count, number} 个事件设置级别。', 'Level set on {count, plural, one {# event} other {# events}}.'],
  more: ['更多', 'More'],
  subscribe: ['订阅日历', 'Subscribe'],
  download: ['下载 .ics', 'Download .ics'],
})
