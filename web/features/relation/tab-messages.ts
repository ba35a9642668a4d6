import { defineMessages } from '#web/platform/i18n.ts'

export const relationTabMessages = defineMessages({
  relations: ['关系', 'Relations'],
})
