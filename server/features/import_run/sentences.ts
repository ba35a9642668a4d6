import type { Locale } from '#contract/error.ts'

/** Reasons why an undo of an import failed. */
export const sentences = {
  not_allowed: {
    'zh-CN': '您的账号已停用或角色已改变，无权执行此操作。',
    'en-US': 'Your account is disabled, or your role can no longer do this.',
  },
  internal: {
    'zh-CN': '服务器出错，撤回已停止，请重试。已撤回的部分不会重复。',
    'en-US': 'Server error; the undo stopped. Try again: what is already undone is not undone twice.',
  },
} as const satisfies Record<string, Record<Locale, string>>

export type UndoFaultCode = keyof typeof sentences
