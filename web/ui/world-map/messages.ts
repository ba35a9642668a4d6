import { defineMessages } from '#web/platform/i18n.ts'

export const worldMapMessages = defineMessages({
  none: ['未填地区', 'No region'],
  loading: ['正在加载地图', 'Loading the map'],
  failed: ['地图加载失败，表格中有同样的内容。', 'The map failed to load; the table shows the same data.'],
  empty: ['没有可以显示在地图上的内容', 'Nothing to show on the map'],
})
