import { linkVerbs } from '#contract/og-relation-words.ts'
import { relationNames } from '#contract/relation-words.ts'
import { defineMessages, pairsOf } from '#web/platform/i18n.ts'

/** The role of a relation's other end for this one; for a membership, the role of the person in the organisation. */
export const typeNames = defineMessages({
  membership: ['成员', 'member'],
  derived: ['共同人物或事件', 'in common'],
  ...pairsOf(relationNames),
  og_owns: ['持有', 'owns'],
  og_controls: ['控制', 'controls'],
  og_subsidiary: ['母子公司', 'parent and subsidiary'],
  og_member: ['成员组织', 'member organisation'],
  og_partner: ['合作伙伴', 'partner organisation'],
  og_successor: ['前身与后继', 'predecessor and successor'],
  og_supplies: ['供应', 'supplies'],
  og_funds: ['资助', 'funds'],
  og_other: ['组织间的其他关联', 'other link of organisations'],
})

/** The verb of the acting end of a link with an organisation. */
export const verbMessages = defineMessages(pairsOf(linkVerbs))
