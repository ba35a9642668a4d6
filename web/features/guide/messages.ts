import { defineMessages } from '#web/platform/i18n.ts'

export const guideMessages = defineMessages({
  title: ['使用指南', 'Guide'],
  contents: ['目录', 'Contents'],
  whole: ['打开完整指南', 'Open the whole guide'],
  toScreen: ['打开此页面', 'Open this screen'],
  start: ['前十分钟', 'The first ten minutes'],
  next: ['下一篇：{name}', 'Next: {name}'],
  missing: ['指南中没有此页', 'The guide has no such page'],
})
