import { defineMessages } from '#web/platform/i18n.ts'

/** A separate module, because these texts are needed before the feature's code loads. */
export const claimTabMessages = defineMessages({
  facts: ['提供的事实', 'Facts from this source'],
  addItem: ['添加一项', 'Add another'],
})
