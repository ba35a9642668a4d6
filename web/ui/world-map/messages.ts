import { defineMessages } from '#web/platform/i18n.ts'

export const worldMapMessages = defineMessages({
  none: ['未填地区', 'No region'],
  loading: ['正在加载地图', 'Loading the map'],
  failed: ['地图没有加载出来，表格里有同样的内容。', 'The map could not be loaded; the table shows the same data.'],
  empty: ['没有可以显示在地图上的内容', 'There is nothing to show on a map'],
})
