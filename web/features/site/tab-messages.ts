import { defineMessages } from '#web/platform/i18n.ts'

export const tabMessages = defineMessages({
  site: ['网站', 'Site'],
})
