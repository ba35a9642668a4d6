import { defineMessages } from '#web/platform/i18n.ts'

export const worldMapMessages = defineMessages(
  {
    none: '未填地区',
    loading: '正在加载地图',
    failed: '地图没有加载出来，表格里有同样的内容。',
    empty: '没有可以显示在地图上的内容',
  },
  {
    none: 'No region',
    loading: 'Loading the map',
    failed: 'The map could not be loaded; the table shows the same data.',
    empty: 'There is nothing to show on a map',
  },
)
