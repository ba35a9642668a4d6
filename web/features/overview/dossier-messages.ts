import { defineMessages } from '#web/platform/i18n.ts'

/** Clauses of the sentences at the top of a record; a comma joins them. */
export const dossierMessages = defineMessages({
  summary: ['概述', 'Summary'],
  and: ['，', ', '],
  end: ['。', '.'],
  form: ['{form}', '{form}'],
  seat: ['位于{region}', 'based in {region}'],
  founded: ['成立于 {date}', 'founded {date}'],
  size: ['规模 {scale}', 'size {scale}'],
  ownedShare: ['持股 {share}', 'holds {share}'],
  owns: ['为其所有者', 'owns it'],
  controls: ['为其控制方', 'controls it'],
  citizen: ['来自{region}', 'from {region}'],
  age: ['{age, number} 岁', 'aged {age, number}'],
  ageAbout: ['约 {age, number} 岁', 'aged about {age, number}'],
  died: ['{date} 去世', 'died {date}'],
  level: ['定级“{level}”', 'Rated “{level}”'],
  score: ['评分 {score, number}', 'score {score, number}'],
  setBy: ['{at} 由 {name} 设定', 'set by {name} on {at}'],
  setOn: ['{at} 由系统设定', 'set by the system on {at}'],
  because: ['依据', 'based on'],
  eventOn: ['（{date}）', ' ({date})'],
  hits: [
    '{count, number} 个名单命中待判定',
    '{count, plural, one {# screening hit} other {# screening hits}} to decide',
  ],
  since: ['自 {time} 上次查看以来：', 'Since your last visit on {time}: '],
  edits: ['他人修改 {count, number} 次', '{count, plural, one {# edit} other {# edits}} by others'],
  manyEdits: ['他人至少修改 {count, number} 次', '{count, number} or more edits by others'],
  newDiffs: [
    '{count, number}{plus} 处网页变化',
    '{count, plural, one {#{plus} page change} other {#{plus} page changes}}',
  ],
  newEvents: ['{count, number}{plus} 个事件', '{count, plural, one {#{plus} event} other {#{plus} events}}'],
  newReports: ['{count, number}{plus} 份报告', '{count, plural, one {#{plus} report} other {#{plus} reports}}'],
  newUploads: ['{count, number}{plus} 份文件', '{count, plural, one {#{plus} file} other {#{plus} files}}'],
})
