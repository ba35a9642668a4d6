import { defineMessages } from '#web/platform/i18n.ts'

export const tabMessages = defineMessages({
  uploads: ['文件', 'Files'],
})
