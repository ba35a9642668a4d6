import { defineMessages } from '#web/platform/i18n.ts'

export const eventTabMessages = defineMessages({})
