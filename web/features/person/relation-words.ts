import { defineMessages } from '#web/platform/i18n.ts'

/**
 * A relation as a sentence about this person. The key is the role of the other one: for `parent`, this person is the
 * child.
 */
export const relationWords = defineMessages({
  spouse: ['是{name}的配偶', 'is the spouse of {name}'],
  parent: ['是{name}的子女', 'is a child of {name}'],
  child: ['是{name}的父母', 'is a parent of {name}'],
  sibling: ['是{name}的兄弟姐妹', 'is a sibling of {name}'],
  relative: ['是{name}的亲属', 'is a relative of {name}'],
  friend: ['是{name}的朋友', 'is a friend of {name}'],
  colleague: ['是{name}的同事', 'is a colleague of {name}'],
  superior: ['是{name}的下属', 'is a subordinate of {name}'],
  subordinate: ['是{name}的上级', 'is a superior of {name}'],
  teacher: ['是{name}的学生', 'is a student of {name}'],
  student: ['是{name}的老师', 'is a teacher of {name}'],
  partner: ['是{name}的合作伙伴', 'is a partner of {name}'],
  agent: ['是{name}的委托人', 'is represented by {name}'],
  principal: ['是{name}的代理人', 'is an agent of {name}'],
  predecessor: ['是{name}的继任者', 'is the successor of {name}'],
  successor: ['是{name}的前任', 'is the predecessor of {name}'],
  associate: ['与{name}有关联', 'is associated with {name}'],
  adversary: ['与{name}对立', 'is an adversary of {name}'],
  other: ['与{name}有其他关系', 'is otherwise related to {name}'],
})
