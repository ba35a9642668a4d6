import { defineMessages } from '#web/platform/i18n.ts'

export const mentionTabMessages = defineMessages({
  mentions: ['提及', 'Mentions'],
})
