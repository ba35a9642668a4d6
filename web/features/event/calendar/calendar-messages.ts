import { defineMessages } from '#web/platform/i18n.ts'

export const calendarMessages = defineMessages({
  calendar: ['日历', 'Calendar'],
  today: ['今天', 'Today'],
  previous: ['上一段', 'Earlier'],
  next: ['下一段', 'Later'],
  month: ['月', 'Month'],
  week: ['周', 'Week'],
  span: ['月或周', 'Month or week'],
  more: ['还有 {count, number} 个', '+{count, number} more'],
  dayCount: ['{day}，{count, number} 个事件', '{day}, {count, plural, one {# event} other {# events}}'],
  allDay: ['全天', 'All day'],
  new: ['新建事件', 'New event'],
  dayEmpty: ['这一天没有事件。', 'No events on this day.'],
  monthEmpty: ['这段时间没有事件。', 'No events in this period.'],
  dayCut: [
    '先列出最重要的 {shown, number} 个，共 {count, number} 个。',
    'The {shown, number} most serious of {count, number} are listed.',
  ],
  allOfDay: ['在列表中查看当天全部事件', 'Show the whole day in the list'],
  cut: [
    '事件过多，只显示最重要的 {shown, number} 个；每天的数目是准确的。',
    'Too many events: only the {shown, number} most serious are shown. The counts per day are exact.',
  ],
  loading: ['正在加载事件', 'Loading the events'],
  failed: ['日历加载失败。', 'The calendar failed to load.'],
  keys: ['方向键移动，回车新建，T 回到今天', 'Arrow keys move, Enter creates an event, T goes to today'],
  keyToday: ['日历：今天', 'Calendar: today'],
})
