import { linkedNames, linkingNames } from '#contract/og-relation-words.ts'
import { defineMessages } from '#web/platform/i18n.ts'

/** The role of the organisation at the far end, as seen from the acting one. */
export const linkedMessages = defineMessages(linkedNames['zh-CN'], linkedNames['en-US'])
/** The role of the acting party, as seen from the organisation. */
export const linkingMessages = defineMessages(linkingNames['zh-CN'], linkingNames['en-US'])
