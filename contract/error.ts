import { fillPlaceholders } from './text.ts'

/** Locales offered; the first is the default. */
export const locales = ['zh-CN', 'en-US'] as const
export type Locale = (typeof locales)[number]

type Sentence = { status: number; 'zh-CN': string; 'en-US': string }

/**
 * Every error that the server can return: its HTTP status and its sentence in both languages. `{name}` placeholders are
 * filled from the error's detail.
 */
export const errors = {
  bad_json: { status: 400, 'zh-CN': '请求内容不是有效的 JSON。', 'en-US': 'The request body is not valid JSON.' },
  bad_request: { status: 400, 'zh-CN': '无法理解这个请求。', 'en-US': 'The request could not be understood.' },
  login_failed: {
    status: 401,
    'zh-CN': '登录出错，请刷新重试',
    'en-US': 'Login error, refresh and try again',
  },
  unauthenticated: {
    status: 401,
    'zh-CN': '您尚未登录或登录已失效，请重新登录。',
    'en-US': 'You are not logged in, or your session has ended. Log in again.',
  },
  forbidden: {
    status: 403,
    'zh-CN': '您的角色无权执行此操作。',
    'en-US': 'Your role does not have permission to do this.',
  },
  forbidden_record: {
    status: 403,
    'zh-CN': '您可以查看此记录，但无权执行此操作。',
    'en-US': 'You can view this record, but you do not have permission to do this.',
  },
  four_eyes: {
    status: 403,
    'zh-CN': '您参与撰写了这份报告，须由他人发布。管理员可以在“系统”页关闭这项要求。',
    'en-US':
      'You wrote this report, so someone else must publish it. An administrator can turn this rule off on the “System” page.',
  },
  not_found: { status: 404, 'zh-CN': '未找到，或已不存在。', 'en-US': 'Not found, or it no longer exists.' },
  no_method: {
    status: 405,
    'zh-CN': '此地址不支持这种请求方法，可用的方法：{methods}。',
    'en-US': 'This address does not support the request method. It supports: {methods}.',
  },
  stale: {
    status: 409,
    'zh-CN': '其他人已修改此记录，请比较后再保存。',
    'en-US': 'Someone else has changed this record. Compare before you save.',
  },
  duplicate: {
    status: 409,
    'zh-CN': '“{value}”已存在，请换一个。',
    'en-US': '“{value}” already exists. Choose another.',
  },
  count_changed: {
    status: 409,
    'zh-CN': '符合条件的记录现在有 {count} 条，请核对后重试。',
    'en-US': '{count} records match now. Check them and try again.',
  },
  wrong_state: {
    status: 409,
    'zh-CN': '当前状态下不能执行此操作。',
    'en-US': 'This cannot be done in the current state.',
  },
  has_records: {
    status: 409,
    'zh-CN': '该用户名下还有 {count} 条记录，请选择接手人。',
    'en-US': 'Records that this user still owns: {count}. Choose a successor for them.',
  },
  last_admin: {
    status: 409,
    'zh-CN': '至少要保留一位启用的管理员。',
    'en-US': 'At least one active administrator must remain.',
  },
  too_large: { status: 413, 'zh-CN': '内容过大，超过允许的大小。', 'en-US': 'The content is larger than allowed.' },
  unsupported_media: {
    status: 415,
    'zh-CN': '不支持这种内容类型。',
    'en-US': 'This type of content is not supported.',
  },
  invalid: { status: 422, 'zh-CN': '请检查填写的内容。', 'en-US': 'Check your entries.' },
  too_many: {
    status: 429,
    'zh-CN': '操作过于频繁，请在 {seconds} 秒后重试。',
    'en-US': 'Too many requests at once. Try again in {seconds} seconds.',
  },
  over_rate: {
    status: 429,
    'zh-CN': '“{what}”已达到上限（一小时 {most} 次），请在 {minutes} 分钟后重试。',
    'en-US': '“{what}” has reached its limit of {most} per hour. Try again in {minutes} minutes.',
  },
  over_bound: {
    status: 429,
    'zh-CN': '“{what}”已达到上限（{most}）。{help}管理员可在系统页面调整。',
    'en-US': '“{what}” has reached its limit of {most}. {help} Administrators can change it on the “System” page.',
  },
  too_many_logins: {
    status: 429,
    'zh-CN': '登录尝试次数过多，请在 {seconds} 秒后重试。忘记密码时，请联系管理员重置。',
    'en-US':
      'Too many login attempts. Try again in {seconds} seconds. If you have forgotten the password, ask an administrator to reset it.',
  },
  internal: { status: 500, 'zh-CN': '服务器出错，请稍后重试。', 'en-US': 'Server error. Try again later.' },
  unavailable: {
    status: 503,
    'zh-CN': '服务暂时不可用，请稍后重试。',
    'en-US': 'The service is not available at the moment. Try again later.',
  },
  storage_failed: {
    status: 503,
    'zh-CN': '服务器现在无法读写文件，请联系管理员后重试。',
    'en-US': 'The server cannot read or write files at the moment. Contact the administrator, then try again.',
  },
  storage_full: {
    status: 507,
    'zh-CN': '服务器的存储空间已满，请联系管理员腾出空间后重试。',
    'en-US': 'The server has no storage space left. Ask the administrator to free some, then try again.',
  },
} as const satisfies Record<string, Sentence>

export type ErrorCode = keyof typeof errors

/** The sentence in the reader's language, with placeholders filled from `detail`. */
export function errorSentence(code: ErrorCode, locale: Locale, detail: Record<string, unknown> = {}): string {
  return fillPlaceholders(errors[code][locale], detail)
}
