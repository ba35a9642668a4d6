import { defineMessages } from '#web/platform/i18n.ts'

/**
 * A relation as a sentence about this person. The key is the role of the other one: for `parent`, this person is the
 * child.
 */
export const relationWords = defineMessages(
  {
    spouse: '是{name}的配偶',
    parent: '是{name}的子女',
    child: '是{name}的父母',
    sibling: '是{name}的兄弟姐妹',
    relative: '是{name}的亲属',
    friend: '是{name}的朋友',
    colleague: '是{name}的同事',
    superior: '是{name}的下属',
    subordinate: '是{name}的上级',
    teacher: '是{name}的学生',
    student: '是{name}的老师',
    partner: '是{name}的合作伙伴',
    agent: '是{name}的委托人',
    principal: '是{name}的代理人',
    predecessor: '是{name}的继任者',
    successor: '是{name}的前任',
    associate: '与{name}有关联',
    adversary: '与{name}对立',
    other: '与{name}有其他关系',
  },
  {
    spouse: 'is the spouse of {name}',
    parent: 'is a child of {name}',
    child: 'is a parent of {name}',
    sibling: 'is a sibling of {name}',
    relative: 'is a relative of {name}',
    friend: 'is a friend of {name}',
    colleague: 'is a colleague of {name}',
    superior: 'is a subordinate of {name}',
    subordinate: 'is a superior of {name}',
    teacher: 'is a student of {name}',
    student: 'is a teacher of {name}',
    partner: 'is a partner of {name}',
    agent: 'is represented by {name}',
    principal: 'is an agent of {name}',
    predecessor: 'is the successor of {name}',
    successor: 'is the predecessor of {name}',
    associate: 'is associated with {name}',
    adversary: 'is an adversary of {name}',
    other: 'is otherwise related to {name}',
  },
)
