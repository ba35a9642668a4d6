import { bilingual, type Locale } from '#contract/bilingual.ts'
import { fillPlaceholders } from '#contract/text.ts'

const texts = {
  unreachable: bilingual('无法连接 {url}（{why}）。', 'Cannot reach {url} ({why}).'),
  waiting: bilingual(
    '服务器要求等待 {seconds} 秒，随后自动继续。',
    'The server asks to wait {seconds} s; og continues then.',
  ),
  longWait: bilingual(
    '服务器要求等待 {seconds} 秒，请稍后重试。',
    'The server asks to wait {seconds} s. Try again later.',
  ),
  redirected: bilingual(
    '{url} 转向 {to}；请直接使用最终地址。',
    '{url} redirects to {to}. Use the final address instead.',
  ),
  notConsole: bilingual(
    '{url} 的答复（{status}）不是控制台的答复。',
    'The reply of {url} ({status}) is not from a console.',
  ),
  loginHint: bilingual('令牌无效或已过期：og login', 'The token is invalid or has expired: og login'),
  badUrl: bilingual('“{url}”不是控制台的地址。', '“{url}” is not the address of a console.'),
  clearText: bilingual(
    '不会通过未加密的连接发送令牌，请使用 https：{url}',
    'A token is not sent over an unencrypted connection. Use https: {url}',
  ),
  noUrl: bilingual('尚未登录：og login https://控制台地址', 'Not logged in: og login https://your-console'),
  noToken: bilingual('尚未登录 {url}：og login {url}', 'Not logged in to {url}: og login {url}'),
  badToken: bilingual('令牌含有不能使用的字符。', 'The token contains characters that cannot be sent.'),
  tokenPrompt: bilingual('访问令牌（输入不会显示）：', 'Access token (not shown while you type): '),
  whereToken: bilingual(
    '在 {url}/user/info 新建访问令牌，然后粘贴到这里。',
    'Create an access token at {url}/user/info and paste it here.',
  ),
  loggedIn: bilingual(
    '已登录 {url}，用户：{name}。令牌保存在 {path}',
    'Logged in to {url} as {name}. The token is in {path}',
  ),
  loggedOut: bilingual('已删除 {url} 的令牌。', 'The token of {url} is removed.'),
  unknownCommand: bilingual(
    '没有命令“{name}”。命令一览：og --help',
    'There is no command “{name}”. The commands: og --help',
  ),
  unknownOption: bilingual(
    '没有选项“{name}”。以短横线开头的名称请放在 -- 之后：og {command} -- {name}',
    'There is no option “{name}”. A name that begins with a dash follows --: og {command} -- {name}',
  ),
  optionValue: bilingual(
    '选项“{name}”的值不正确。用法：og {command} --help',
    'Option “{name}” has no proper value. Usage: og {command} --help',
  ),
  missing: bilingual('缺少{what}。用法：og {command} --help', 'Missing: {what}. Usage: og {command} --help'),
  tooMany: bilingual(
    '多余的参数“{name}”。用法：og {command} --help',
    'Unexpected argument “{name}”. Usage: og {command} --help',
  ),
  badChoice: bilingual('“{value}”不可用；可选：{choices}', '“{value}” is not possible. Choices: {choices}'),
  badNumber: bilingual(
    '“{value}”不是 {min} 到 {max} 之间的整数。',
    '“{value}” is not a whole number from {min} to {max}.',
  ),
  noFile: bilingual('无法读取文件 {path}（{why}）。', 'Cannot read the file {path} ({why}).'),
  noWrite: bilingual('无法写入文件 {path}（{why}）。', 'Cannot write the file {path} ({why}).'),
  fileExists: bilingual('文件 {path} 已存在；用 --force 覆盖。', 'The file {path} exists; --force replaces it.'),
  fileTooLarge: bilingual('文件 {path} 超过 {most} MB。', 'The file {path} is larger than {most} MB.'),
  notText: bilingual('文件 {path} 不是文本文件。', 'The file {path} is not text.'),
  badEncoding: bilingual('不支持编码“{name}”。', 'The encoding “{name}” is not supported.'),
  noNames: bilingual('没有要筛查的名称。', 'There are no names to screen.'),
  longName: bilingual('名称超过 {most} 个字符，未筛查', 'longer than {most} characters, not screened'),
  interrupted: bilingual('已中断。', 'Interrupted.'),
  stillRunning: bilingual('服务器上的工作（{what} {id}）仍在继续。', 'The work on the server continues ({what} {id}).'),
  noRows: bilingual('没有结果。', 'Nothing was found.'),
  someOf: bilingual('共 {total} 条，显示前 {shown} 条。', '{shown} of {total} shown.'),
  someOfAbout: bilingual('约 {total} 条，显示前 {shown} 条。', '{shown} of about {total} shown.'),
  screened: bilingual(
    '已筛查 {count} 个名称：{strong} 个很可能命中，{possible} 个可能命中，{wrong} 个未能筛查。',
    'Names screened: {count}. Strong hits: {strong}, possible hits: {possible}, not screened: {wrong}.',
  ),
  uploading: bilingual('上传', 'Uploading'),
  reading: bilingual('读取', 'Reading'),
  checking: bilingual('试运行', 'Dry run'),
  writing: bilingual('写入', 'Writing'),
  exporting: bilingual('导出', 'Exporting'),
  downloading: bilingual('下载', 'Downloading'),
  screening: bilingual('筛查', 'Screening'),
  crawling: bilingual('抓取', 'Crawling'),
  importFailed: bilingual('导入 {id} 未完成：{why}', 'Import {id} did not finish: {why}'),
  checked: bilingual(
    '试运行：新增 {new}，修改 {changed}，不变 {unchanged}，重复 {repeated}，有误 {wrong}。',
    'Dry run: {new} new, {changed} changed, {unchanged} unchanged, {repeated} repeated, {wrong} wrong.',
  ),
  dryOnly: bilingual('尚未写入。要写入，请加 --yes。', 'Nothing is written yet. Add --yes to write.'),
  wrongRows: bilingual(
    '{wrong} 行有误，未写入任何内容。更正文件，或加 --skip-wrong 略过这些行。',
    'Rows with faults: {wrong}. Nothing is written. Correct the file, or add --skip-wrong to leave these rows out.',
  ),
  askWrite: bilingual('写入？[y/N] ', 'Write? [y/N] '),
  written: bilingual('已写入 {written} 行（导入 {id}）。', 'Rows written: {written} (import {id}).'),
  problem: bilingual('{column}：{message}（{count} 行）', '{column}: {message} ({count} rows)'),
  exportFailed: bilingual('导出 {id} 未完成：{why}', 'Export {id} did not finish: {why}'),
  exported: bilingual('已将 {rows} 条记录写入 {path}', 'Records exported: {rows}, to {path}'),
  cutShort: bilingual(
    '文件在下载中断：收到 {got} 字节，应为 {size} 字节。',
    'The download was cut short: {got} of {size} bytes.',
  ),
  noStart: bilingual(
    '该组织没有入口网址，请在编号后写出网址。',
    'The organisation has no start URL. Give one after its number.',
  ),
  watching: bilingual(
    '已开始监测 {name}：{count} 个入口网址，下次抓取 {at}',
    'Watching {name}: start URLs {count}, next round {at}',
  ),
  round: bilingual(
    '第 {number} 轮（{state}）：已抓取 {fetched}，等待 {waiting}，修改 {changed}，新增 {added}，移除 {removed}，失败 {failed}',
    'Round {number} ({state}): {fetched} fetched, {waiting} waiting, {changed} changed, {added} added, {removed} removed, {failed} failed',
  ),
  backupNone: bilingual('还没有完成的备份。', 'There is no completed backup yet.'),
  backupFailed: bilingual('最近一次备份失败（{at}）：{why}', 'The last backup failed ({at}): {why}'),
  backupOld: bilingual('最近的备份早于 {hours} 小时前。', 'The last backup is older than {hours} hours.'),
  fault: bilingual('错误：', 'Error: '),
  reason: bilingual('导出原因（--reason）', 'the reason of the export (--reason)'),
} as const

export type TextKey = keyof typeof texts

/** A sentence in the user's language. */
export function messageOf(locale: Locale, key: TextKey, values: Readonly<Record<string, unknown>> = {}): string {
  return fillPlaceholders(texts[key][locale], values)
}

/** `--lang` (zh, en), otherwise the language of the shell; English unless it is Chinese. */
export function localeOf(given: string | undefined, env: Readonly<Record<string, string | undefined>>): Locale {
  const name = given ?? (env.LC_ALL || env.LC_MESSAGES || env.LANG || '')
  return /^zh/i.test(name) ? 'zh-CN' : 'en-US'
}
