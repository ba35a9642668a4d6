import { defineMessages } from '#web/platform/i18n.ts'

export const eventLevelMessages = defineMessages(
  { '1': '轻微', '2': '一般', '3': '较重', '4': '严重', '5': '特别严重', none: '未定级' },
  { '1': 'Slight', '2': 'Minor', '3': 'Notable', '4': 'Serious', '5': 'Grave', none: 'Not rated' },
)

export const eventStatusMessages = defineMessages(
  { draft: '草稿', confirmed: '已确认', dismissed: '已排除' },
  { draft: 'Draft', confirmed: 'Confirmed', dismissed: 'Dismissed' },
)
