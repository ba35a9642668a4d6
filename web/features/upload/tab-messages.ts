import { defineMessages } from '#web/platform/i18n.ts'

export const uploadTabMessages = defineMessages({
  uploads: ['文件', 'Files'],
})
