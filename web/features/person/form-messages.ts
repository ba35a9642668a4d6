import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const personFormMessages = defineMessages({
  create: ['新建人物', 'New person'],
  created: [words['zh-CN'].createdNamed, words['en-US'].createdNamed],
  saved: [words['zh-CN'].savedNamed, words['en-US'].savedNamed],
  work: ['工作与组织', 'Work and organisations'],
  education: ['教育经历', 'Education'],
  relations: ['人物关系', 'Relations'],
  contact: ['联系方式与编号', 'Contact and ids'],
  states: ['在职|离任|退休|失业|在读|去世', 'Employed|Left office|Retired|Unemployed|Studying|Deceased'],
  addSchool: ['添加学校', 'Add a school'],
  school: ['学校', 'School'],
  degree: ['学位或专业', 'Degree or subject'],
  from: ['开始', 'From'],
  to: ['结束', 'To'],
  addOg: ['添加组织', 'Add an organisation'],
  role: ['职务或身份', 'Role'],
  addSeat: ['添加代表的组织、选区或届次', 'Add party, area or term'],
  onBehalfOf: ['代表的组织（如党派）', 'On behalf of (such as a party)'],
  area: ['选区或地区', 'Area'],
  term: ['届次', 'Term'],
  addRelation: ['添加关系', 'Add a relation'],
  relationType: ['此人', 'This person'],
})
