import { defineMessages } from '#web/platform/i18n.ts'

export const tabMessages = defineMessages({
  mentions: ['提及', 'Mentions'],
})
