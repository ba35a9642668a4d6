import { defineMessages } from '#web/platform/i18n.ts'

export const mapMessages = defineMessages({
  none: ['没有可以显示在地图上的事件', 'No events to show on the map'],
  noneText: ['填写了地区或地点的事件会显示在这里。', 'Events with a region or a place appear here.'],
  label: ['按地区查看事件', 'Events by region'],
  total: ['{count} 个事件，其中 {placed} 个有坐标', '{count} events, {placed} of them with coordinates'],
  loading: ['正在加载地图', 'Loading the map'],
  failed: ['地图内容加载失败', 'The map failed to load'],
  help: [
    '圆点越大，附近的事件越多。点国家打开列表，点圆点打开其中最严重的事件。',
    'The larger the dot, the more events nearby. Click a country to open its list, a dot to open its most serious event.',
  ],
})
