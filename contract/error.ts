import { type BilingualText, bilingual, type Locale } from './bilingual.ts'
import { fillPlaceholders } from './text.ts'

export { type Locale, locales } from './bilingual.ts'

type Sentence = BilingualText & { status: number }

const sentence = (status: number, zh: string, en: string): Sentence => ({ status, ...bilingual(zh, en) })

/**
 * Every error that the server can return: its HTTP status and its sentence in both languages. `{name}` placeholders are
 * filled from the error's detail.
 */
export const errors = {
  bad_json: sentence(400, '请求内容不是有效的 JSON。', 'The request body is not valid JSON.'),
  bad_request: sentence(400, '无法理解这个请求。', 'The request could not be understood.'),
  login_failed: sentence(401, '登录出错，请刷新重试', 'Login error, refresh and try again'),
  second_factor: sentence(
    401,
    '密码正确，还需第二步验证。',
    'The password is right; the second step of the login follows.',
  ),
  no_user: sentence(
    401,
    '没有与此身份对应的用户。请联系管理员。',
    'No user belongs to this identity, or another one does. Contact your administrator.',
  ),
  provider_failed: sentence(
    502,
    '身份提供方没有正确应答，未能登录。请重试，或联系管理员。',
    'The identity provider did not reply correctly, so you are not logged in. Try again, or contact your administrator.',
  ),
  not_confirmed: sentence(
    401,
    '验证未通过。验证码每 30 秒更换，且只能使用一次。',
    'This was not accepted. Codes change every 30 seconds and work once.',
  ),
  unauthenticated: sentence(
    401,
    '您尚未登录或登录已失效，请重新登录。',
    'You are not logged in, or your session has ended. Log in again.',
  ),
  forbidden: sentence(403, '您的角色无权执行此操作。', 'Your role does not have permission to do this.'),
  forbidden_record: sentence(
    403,
    '您可以查看此记录，但无权执行此操作。',
    'You can view this record, but you do not have permission to do this.',
  ),
  factor_needed: sentence(
    403,
    '您须先在个人信息页设置第二步验证。',
    'You must first set up a second factor on your profile.',
  ),
  confirmation_needed: sentence(
    403,
    '此操作须先确认是您本人，尚未执行。',
    'This first needs a confirmation that it is you. Nothing was changed.',
  ),
  token_scope: sentence(
    403,
    '此访问令牌没有所需的权限范围：{scope}。',
    'This access token lacks the scope that is needed: {scope}.',
  ),
  four_eyes: sentence(
    403,
    '您参与撰写了这份报告，须由他人发布。管理员可以在“系统”页关闭这项要求。',
    'You wrote this report, so someone else must publish it. An administrator can turn this rule off on the “System” page.',
  ),
  not_found: sentence(404, '未找到，或已不存在。', 'Not found, or it no longer exists.'),
  no_method: sentence(
    405,
    '此地址不支持这种请求方法，可用的方法：{methods}。',
    'This address does not support the request method. It supports: {methods}.',
  ),
  stale: sentence(
    409,
    '其他人已修改此记录，请比较后再保存。',
    'Someone else has changed this record. Compare before you save.',
  ),
  duplicate: sentence(409, '“{value}”已存在，请换一个。', '“{value}” already exists. Choose another.'),
  no_place: sentence(
    409,
    '此差异的位置未知，不能设为忽略。',
    'The place of this difference is not known, so it cannot be ignored.',
  ),
  count_changed: sentence(
    409,
    '符合条件的记录现在有 {count} 条，请核对后重试。',
    '{count} records match now. Check them and try again.',
  ),
  struck: sentence(
    409,
    '助手起草的内容中还有划去的句子；请先核对并移除，再发布。',
    'The assistant’s draft still has struck sentences. Check and remove them before you publish.',
  ),
  wrong_state: sentence(409, '当前状态下不能执行此操作。', 'This cannot be done in the current state.'),
  has_records: sentence(
    409,
    '该用户名下还有 {count} 条记录，请选择接手人。',
    'Records that this user still owns: {count}. Choose a successor for them.',
  ),
  only_group: sentence(
    409,
    '还有 {count} 条记录只授权给这个组，请选择接替它的用户组。',
    'Records that name only this group: {count}. Choose a group that takes its place.',
  ),
  last_login: sentence(
    409,
    '须保留一种可用的登录方式：至少有一个启用的身份提供方已有人成功登录。',
    'One working way to log in must remain: an active identity provider with which someone has logged in.',
  ),
  last_admin: sentence(409, '至少要保留一位启用的管理员。', 'At least one active administrator must remain.'),
  too_large: sentence(413, '内容过大，超过允许的大小。', 'The content is larger than allowed.'),
  unsupported_media: sentence(415, '不支持这种内容类型。', 'This type of content is not supported.'),
  invalid: sentence(422, '请检查填写的内容。', 'Check your entries.'),
  too_many: sentence(
    429,
    '操作过于频繁，请在 {seconds} 秒后重试。',
    'Too many requests at once. Try again in {seconds} seconds.',
  ),
  over_rate: sentence(
    429,
    '“{what}”已达到上限（一小时 {most} 次），请在 {minutes} 分钟后重试。',
    '“{what}” has reached its limit of {most} per hour. Try again in {minutes} minutes.',
  ),
  over_bound: sentence(
    429,
    '“{what}”已达到上限（{most}）。{help}管理员可在系统页面调整。',
    '“{what}” has reached its limit of {most}. {help} Administrators can change it on the “System” page.',
  ),
  too_many_logins: sentence(
    429,
    '登录尝试次数过多，请在 {seconds} 秒后重试。忘记密码时，请联系管理员重置。',
    'Too many login attempts. Try again in {seconds} seconds. If you have forgotten the password, ask an administrator to reset it.',
  ),
  model_off: sentence(
    409,
    '模型未开启：管理员没有向您提供，或您已在个人信息页关闭。',
    'The model is off: the administrators do not offer it to you, or you have turned it off on your profile.',
  ),
  model_kept: sentence(
    409,
    '这些内容不交给模型：其中的组织或人物，或与其关联的，已被标记。',
    'This content is kept from the model: an organisation or a person in it, or linked to it, is marked.',
  ),
  model_spent: sentence(
    429,
    '您在 24 小时内可用的{what}（{most}）已用完，{wait}后可再使用。',
    'You have used your {what} of 24 hours ({most}). The model is free again in {wait}.',
  ),
  model_busy: sentence(
    429,
    '模型正在处理 {most} 个请求，请在 {seconds} 秒后重试。',
    'The model is working on as many requests as it may ({most}). Try again in {seconds} seconds.',
  ),
  model_failed: sentence(502, '模型没有给出答复：{reason}。', 'The model gave no answer: {reason}.'),
  internal: sentence(500, '服务器出错，请稍后重试。', 'Server error. Try again later.'),
  unavailable: sentence(
    503,
    '服务暂时不可用，请稍后重试。',
    'The service is not available at the moment. Try again later.',
  ),
  storage_failed: sentence(
    503,
    '服务器现在无法读写文件，请联系管理员后重试。',
    'The server cannot read or write files at the moment. Contact the administrator, then try again.',
  ),
  storage_full: sentence(
    507,
    '服务器的存储空间已满，请联系管理员腾出空间后重试。',
    'The server has no storage space left. Ask the administrator to free some, then try again.',
  ),
} as const satisfies Record<string, Sentence>

export type ErrorCode = keyof typeof errors

/** The sentence in the reader's language, with placeholders filled from `detail`. */
export function errorSentence(code: ErrorCode, locale: Locale, detail: Record<string, unknown> = {}): string {
  return fillPlaceholders(errors[code][locale], detail)
}
