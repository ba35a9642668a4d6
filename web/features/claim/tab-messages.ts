import { defineMessages } from '#web/platform/i18n.ts'

/** A separate module, because these texts are needed before the feature's code loads. */
export const claimTabMessages = defineMessages({
  facts: ['它说的事实', 'What it says'],
  addItem: ['添加一项', 'Add another'],
})
