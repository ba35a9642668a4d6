import { linkedNames, linkingNames } from '#contract/og-relation-words.ts'
import { defineMessages } from '#web/platform/i18n.ts'

/** What the organisation at the far end is to the one that acts. */
export const linkedMessages = defineMessages(linkedNames['zh-CN'], linkedNames['en-US'])
/** What the one that acts is to the organisation. */
export const linkingMessages = defineMessages(linkingNames['zh-CN'], linkingNames['en-US'])
