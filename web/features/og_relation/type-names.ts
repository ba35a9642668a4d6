import { linkedNames, linkingNames } from '#contract/og-relation-words.ts'
import { defineMessages, pairsOf } from '#web/platform/i18n.ts'

/** The role of the organisation at the far end, as seen from the acting one. */
export const linkedMessages = defineMessages(pairsOf(linkedNames))
/** The role of the acting party, as seen from the organisation. */
export const linkingMessages = defineMessages(pairsOf(linkingNames))
