import { defineMessages } from '#web/platform/i18n.ts'

export const tabMessages = defineMessages({
  relations: ['关系', 'Relations'],
})
