import { relationNames } from '#contract/relation-words.ts'
import { defineMessages } from '#web/platform/i18n.ts'

/** What a relation's other end is to this one; of a membership, what the person is to the organisation. */
export const typeNames = defineMessages(
  {
    membership: '成员',
    ...relationNames['zh-CN'],
  },
  {
    membership: 'member',
    ...relationNames['en-US'],
  },
)
