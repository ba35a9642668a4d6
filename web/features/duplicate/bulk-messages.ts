import { defineMessages } from '#web/platform/i18n.ts'

export const mergeMessages = defineMessages({
  mergeRows: ['合并记录', 'Merge records'],
})
