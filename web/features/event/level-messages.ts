import { defineMessages } from '#web/platform/i18n.ts'

export const eventLevelMessages = defineMessages({
  '1': ['轻微', 'Slight'],
  '2': ['一般', 'Minor'],
  '3': ['较重', 'Notable'],
  '4': ['严重', 'Serious'],
  '5': ['特别严重', 'Grave'],
  none: ['未定级', 'Not rated'],
})

export const eventStatusMessages = defineMessages({
  draft: ['草稿', 'Draft'],
  confirmed: ['已确认', 'Confirmed'],
  dismissed: ['已排除', 'Dismissed'],
})
