import { defineMessages } from '#web/platform/i18n.ts'

/** Texts of the review of uploads. */
export const uploadReviewMessages = defineMessages({
  review: ['审核', 'Review'],
  accept: ['采纳', 'Accept'],
  reject: ['退回', 'Reject'],
  acceptKey: ['采纳此文件', 'Accept this file'],
  rejectKey: ['退回此文件', 'Reject this file'],
  nextKey: ['列表中的下一个文件', 'Next file in the list'],
  previousKey: ['列表中的上一个文件', 'Previous file in the list'],
  place: ['{at} / {count, number}', '{at} / {count, number}'],
  rejectTitle: ['退回“{name}”', 'Reject “{name}”'],
  rejectText: ['写明原因，上传人会看到。', 'Give a reason; the uploader will see it.'],
  reasonNeeded: ['请写明退回的原因。', 'Give a reason for the rejection.'],
  accepted: ['已采纳“{name}”。', 'Accepted “{name}”.'],
  rejected: ['已退回“{name}”。', 'Rejected “{name}”.'],
  back: ['返回查看', 'Back to the file'],
  stale: [
    '其他人刚刚修改了此文件，已显示最新内容，请重新核对。',
    'Someone has just changed this file. The latest version is shown; check it again.',
  ],
  allDone: ['没有其他待审核的文件了。', 'No other files are waiting for review.'],
})
