import { defineMessages } from '#web/platform/i18n.ts'

export const factMessages = defineMessages({
  colon: ['：', ': '],
  changed: ['（此后已改为“{value}”）', ' (since changed to “{value}”)'],
  gone: ['（此后已删除）', ' (removed since)'],
  list: ['证据清单', 'Evidence'],
  toEvidence: ['证据 {number}', 'Evidence {number}'],
  sources: [
    '{count, plural, =0 {未说明来源} other {# 条证据}}',
    '{count, plural, =0 {no source named} one {# piece of evidence} other {# pieces of evidence}}',
  ],
  now: ['改引现在的值', 'Cite the current value'],
  withheldEntry: ['您无权查看的证据', 'Evidence you cannot see'],
  withdrawn: ['此后已撤回', 'withdrawn since'],
  cite: ['引用到报告', 'Cite in a report'],
  noLonger: ['该值刚刚改变，请重新打开后再引用。', 'This value has just changed. Open the fact again, then cite it.'],
  citeAct: ['引用', 'Cite'],
  cited: ['已引用到报告，证据已附上', 'Cited in the report with its evidence'],
  fact: ['事实', 'Fact'],
  insertFact: ['引用事实', 'Cite a fact'],
  insert: ['插入', 'Insert'],
  of: ['关于', 'About'],
  noFacts: ['这条记录还没有可引用的事实。', 'This record has no facts that can be cited yet.'],
  chooseRecord: ['请先选择记录。', 'First choose a record.'],
  loadFailed: ['加载失败，请稍后重试。', 'Failed to load. Try again later.'],
  disputed: ['来源说法不一', 'sources differ'],
  unsupported: ['已无来源支持', 'no source supports it now'],
})
