import type { Locale } from '#contract/error.ts'

type ProfileWord =
  | (
      | 'og'
      | 'person'
      | 'made'
      | 'reasonsOfOg'
      | 'reasonsOfPerson'
      | 'bySystem'
      | 'yes'
      | 'no'
      | 'desc'
      | 'persons'
      | 'ogs'
    )
  | ('links' | 'sharedPersons' | 'sharedEvents' | 'events' | 'diffs' | 'mentions' | 'note' | 'reports' | 'more')

/** Headings of a profile; `{count}` is replaced before. */
export const profileWords: Record<Locale, Record<ProfileWord, string>> = {
  'zh-CN': {
    og: '组织档案',
    person: '人物档案',
    made: '制作时间',
    reasonsOfOg: '定级依据',
    reasonsOfPerson: '关注依据',
    bySystem: '系统',
    yes: '是',
    no: '否',
    desc: '简介',
    persons: '人物',
    ogs: '任职',
    links: '最紧密的联系',
    sharedPersons: '{count} 个共同人物',
    sharedEvents: '{count} 个共同事件',
    events: '事件',
    diffs: '最近的网页变化',
    mentions: '最近的提及',
    note: '时间线备注',
    reports: '报告',
    more: '另有 {count} 项',
  },
  'en-US': {
    og: 'Organisation profile',
    person: 'Person profile',
    made: 'Created',
    reasonsOfOg: 'Why this level',
    reasonsOfPerson: 'Why this score and focus',
    bySystem: 'System',
    yes: 'Yes',
    no: 'No',
    desc: 'Description',
    persons: 'Persons',
    ogs: 'Positions',
    links: 'Strongest links',
    sharedPersons: '{count} persons in common',
    sharedEvents: '{count} events in common',
    events: 'Events',
    diffs: 'Latest page changes',
    mentions: 'Latest mentions',
    note: 'Timeline note',
    reports: 'Reports',
    more: '{count} more',
  },
}
