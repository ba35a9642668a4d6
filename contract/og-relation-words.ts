import type { Locale } from './error.ts'
import type { OgRelationType } from './og_relation.api.ts'

type LinkTypeTexts = Record<Locale, Record<OgRelationType, string>>

/** The role of a link's second end towards the first: owned, controlled or supplied by it. */
export const linkedNames = {
  'zh-CN': {
    owns: '持有',
    controls: '控制',
    subsidiary: '子公司',
    member: '所属组织',
    partner: '合作伙伴',
    successor: '后继组织',
    supplies: '客户',
    funds: '受资助方',
    other: '其他关联',
  },
  'en-US': {
    owns: 'holding',
    controls: 'controlled',
    subsidiary: 'subsidiary',
    member: 'member of',
    partner: 'partner',
    successor: 'successor',
    supplies: 'customer',
    funds: 'funded',
    other: 'other link',
  },
} as const satisfies LinkTypeTexts

/** The role of a link's first end towards the second: its owner, parent, supplier. */
export const linkingNames = {
  'zh-CN': {
    owns: '股东',
    controls: '控制方',
    subsidiary: '母公司',
    member: '成员',
    partner: '合作伙伴',
    successor: '前身',
    supplies: '供应商',
    funds: '资助方',
    other: '其他关联',
  },
  'en-US': {
    owns: 'owner',
    controls: 'controller',
    subsidiary: 'parent',
    member: 'member',
    partner: 'partner',
    successor: 'predecessor',
    supplies: 'supplier',
    funds: 'funder',
    other: 'other link',
  },
} as const satisfies LinkTypeTexts

/** The verb of a link, between the names of both ends; `…` marks the second name where the verb encloses it. */
export const linkVerbs = {
  'zh-CN': {
    owns: '持有',
    controls: '控制',
    subsidiary: '下设',
    member: '是…的成员',
    partner: '与…合作',
    successor: '由…承继',
    supplies: '向…供货',
    funds: '资助',
    other: '关联到',
  },
  'en-US': {
    owns: 'owns',
    controls: 'controls',
    subsidiary: 'is the parent of',
    member: 'is a member of',
    partner: 'is a partner of',
    successor: 'is succeeded by',
    supplies: 'supplies',
    funds: 'funds',
    other: 'is linked to',
  },
} as const satisfies LinkTypeTexts
