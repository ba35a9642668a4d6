import { defineMessages } from '#web/platform/i18n.ts'

export const recordEventsMessages = defineMessages({
  title: ['全部事件', 'All events'],
  count: ['共 {count, number} 条', '{count, plural, one {# event} other {# events}}'],
  none: ['还没有相关的事件。', 'No events yet.'],
  failed: ['事件加载失败。', 'The events failed to load.'],
  loading: ['正在加载事件', 'Loading the events'],
  noTime: ['时间不详', 'Time unknown'],
  draft: ['草稿', 'draft'],
  dismissed: ['已排除', 'dismissed'],
})
