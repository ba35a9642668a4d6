import { defineMessages } from '#web/platform/i18n.ts'

export const recordEventsMessages = defineMessages(
  {
    title: '全部事件',
    count: '共 {count, number} 条',
    none: '还没有相关的事件。',
    failed: '事件没有加载出来。',
    loading: '正在加载事件',
    noTime: '时间不详',
    draft: '草稿',
    dismissed: '已排除',
  },
  {
    title: 'All events',
    count: '{count, plural, one {# event} other {# events}}',
    none: 'There are no events here yet.',
    failed: 'The events could not be loaded.',
    loading: 'Loading the events',
    noTime: 'Time unknown',
    draft: 'draft',
    dismissed: 'dismissed',
  },
)
