import { defineMessages } from '#web/platform/i18n.ts'

export const siteTabMessages = defineMessages({
  site: ['网站', 'Site'],
})
