import { linkVerbs } from '#contract/og-relation-words.ts'
import { relationNames } from '#contract/relation-words.ts'
import { defineMessages } from '#web/platform/i18n.ts'

/** The role of a relation's other end for this one; for a membership, the role of the person in the organisation. */
export const typeNames = defineMessages(
  {
    membership: '成员',
    ...relationNames['zh-CN'],
    og_owns: '持有',
    og_controls: '控制',
    og_subsidiary: '母子公司',
    og_member: '成员组织',
    og_partner: '组织合作',
    og_successor: '前身与后继',
    og_supplies: '供应',
    og_funds: '资助',
    og_other: '组织间的其他关联',
  },
  {
    membership: 'member',
    ...relationNames['en-US'],
    og_owns: 'owns',
    og_controls: 'controls',
    og_subsidiary: 'parent and subsidiary',
    og_member: 'member organisation',
    og_partner: 'partner organisation',
    og_successor: 'predecessor and successor',
    og_supplies: 'supplies',
    og_funds: 'funds',
    og_other: 'other link of organisations',
  },
)

/** The verb of the acting end of a link with an organisation. */
export const verbMessages = defineMessages(linkVerbs['zh-CN'], linkVerbs['en-US'])
