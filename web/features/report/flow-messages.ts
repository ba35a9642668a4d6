import { defineMessages } from '#web/platform/i18n.ts'

/** Actions of the report workflow, each with its effect. */
export const flowMessages = defineMessages({
  submit: ['提交审核', 'Submit for review'],
  submitText: [
    '报告进入待审状态，管理员和超级编辑会收到通知。待审时不能修改正文，您可以撤回。',
    'The report will wait for review, and administrators and super editors will be notified. Its text cannot be changed in the meantime; you can withdraw it.',
  ],
  submitted: ['已提交审核。', 'Submitted for review.'],
  return: ['退回修改', 'Return'],
  returnText: [
    '报告回到草稿状态，作者会收到您的意见。',
    'The report becomes a draft again, and its author receives your comment.',
  ],
  returned: ['已退回作者。', 'Returned to its author.'],
  publish: ['发布', 'Publish'],
  publishText: [
    '发布后内容不再改变，有权的读者都能看到。需要改动时，可以开始一个更正版本。',
    'A published report no longer changes, and every reader with access can see it. To change something, start a correction.',
  ],
  published: ['已发布。', 'Published.'],
  archive: ['归档', 'Archive'],
  archiveText: [
    '归档的报告不再出现在读者的列表中，可以取消归档。',
    'An archived report no longer appears in readers’ lists. It can be unarchived.',
  ],
  archived: ['已归档。', 'Archived.'],
  unarchive: ['取消归档', 'Unarchive'],
  unarchiveText: ['报告重新成为已发布状态。', 'The report is published again.'],
  unarchived: ['已取消归档。', 'Unarchived.'],
  correct: ['更正', 'Correct'],
  correctText: [
    '已发布的版本保持不变，读者继续看到它；您在新的版本中修改，审核发布后才替换。',
    'The published version stays unchanged and visible to readers. You edit a new version, which replaces it once it is reviewed and published.',
  ],
  corrected: ['已开始更正，可以撰写新的版本。', 'The correction has started. You can now write the new version.'],
  withdraw: ['撤回', 'Withdraw'],
  withdrawText: ['报告回到草稿状态，可以继续修改。', 'The report becomes a draft again and can be changed.'],
  withdrawn: ['已撤回。', 'Withdrawn.'],
  comment: ['意见', 'Comment'],
  commentOptional: ['意见（可不填）', 'Comment (optional)'],
  commentNeeded: ['请写明需要修改什么。', 'Describe what needs to be changed.'],
  ownWork: ['您写过这份报告，不能由您发布。', 'You wrote this report, so someone else must publish it.'],
  publishers: ['可以发布的人：{names}。', 'People who can publish it: {names}.'],
  publishersMore: [
    '{names}，以及另外 {count, number} 人',
    '{names} and {count, plural, one {# other} other {# others}}',
  ],
  noPublisher: [
    '现在没有其他人可以发布它：请邀请另一位管理员或超级编辑，',
    'No one else can at the moment: add another administrator or super editor,',
  ],
  noPublisherAdmin: ['或关闭“报告须由他人发布”。', 'or turn off “Require a second person to publish”.'],
  noPublisherAsk: [
    '或请管理员在“系统”页关闭“报告须由他人发布”。',
    'or ask an administrator to turn off “Require a second person to publish” on the “System” page.',
  ],
  toSetting: ['打开系统设置', 'Open the settings'],
  stale: [
    '其他人刚刚修改了报告，已显示最新内容，请核对后再操作。',
    'Someone has just changed the report. The latest version is shown; check it before you continue.',
  ],
})
