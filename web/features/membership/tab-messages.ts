import { defineMessages } from '#web/platform/i18n.ts'

export const membershipTabMessages = defineMessages({
  for: ['代表{name}', 'for {name}'],
})
