import { defineMessages } from '#web/platform/i18n.ts'

/** Known before the feature's code is fetched. */
export const claimTabMessages = defineMessages(
  { facts: '它说的事实', addItem: '添加一项' },
  { facts: 'What it says', addItem: 'Add another' },
)
