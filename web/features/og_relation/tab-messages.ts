import { defineMessages } from '#web/platform/i18n.ts'

export const ownershipTabMessages = defineMessages({
  ownership: ['所有权与关联', 'Ownership and links'],
})
