import type { Locale } from '#contract/bilingual.ts'
import { type Command, commands, globalOptions, type Option } from './commands.ts'
import { alignColumns } from './output.ts'

const indent = (lines: readonly string[]) => lines.map(line => `  ${line}`)
const aligned = (rows: readonly (readonly [string, string])[]) => {
  const [first = ['', ''], ...rest] = rows
  return indent(alignColumns(first, rest))
}

const optionRow = (locale: Locale, name: string, { short, value, text }: Option): readonly [string, string] => [
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
  text[locale],
]

/** The help of `og` itself: the commands, a first session, exit codes. */
export function generalHelp(locale: Locale): string {
  const isZh = locale === 'zh-CN'
  const sections: (readonly [string, readonly string[]])[] = [
    [
      isZh ? '命令' : 'Commands',
      aligned(Object.entries(commands).map(([name, { text }]) => [name, text[locale]] as const)),
    ],
    [
      isZh ? '开始使用' : 'First steps',
      aligned([
        [
          'og login https://console.example.org',
          isZh ? '粘贴在“个人信息”页新建的访问令牌' : 'paste an access token made on your profile page',
        ],
        ['og search 基金会', isZh ? '搜索' : 'search'],
        ['og screen --file names.txt', isZh ? '筛查名称' : 'screen names'],
        ['og export og --help', isZh ? '一个命令的帮助' : 'the help of one command'],
      ]),
    ],
    [isZh ? '通用选项' : 'Options of every command', optionRows(locale, globalOptions)],
    [
      isZh ? '环境变量' : 'Environment',
      aligned([
        ['OG_URL', isZh ? '控制台地址' : 'address of the console'],
        [
          'OG_TOKEN',
          isZh ? '访问令牌（优先于 og login 保存的）' : 'access token, instead of the one stored by og login',
        ],
      ]),
    ],
    [
      isZh ? '退出码' : 'Exit codes',
      aligned([
        ['0', isZh ? '成功' : 'success'],
        ['1', isZh ? '失败' : 'failure'],
        ['2', isZh ? '用法错误' : 'wrong usage'],
        ['3', isZh ? '未登录，或令牌无效、权限不足' : 'not logged in, or the token is invalid or may not do this'],
        ['4', isZh ? '未找到' : 'not found'],
        ['5', isZh ? '无法连接控制台' : 'the console cannot be reached'],
        ['6', isZh ? 'screen：有命中' : 'screen: there are hits'],
        ['130', isZh ? '被 Ctrl-C 中断' : 'interrupted by Ctrl-C'],
      ]),
    ],
  ]
  const head = isZh ? 'og — Og Group 控制台的命令行' : 'og — the command line of an Og Group console'
  return write([head, `  og ${isZh ? '命令' : 'COMMAND'} …`], sections)
}

/** The help of one command, with examples. */
export function commandHelp(name: string, command: Command, locale: Locale): string {
  const isZh = locale === 'zh-CN'
  const examples = aligned(command.examples.map(([line, text]) => [line, text[locale]] as const))
  const own =
    Object.keys(command.options).length > 0
      ? [[isZh ? '选项' : 'Options', optionRows(locale, command.options)] as const]
      : []
  return write(
    [command.text[locale], `  og ${name} ${command.args}`.trimEnd()],
    [
      [isZh ? '示例' : 'Examples', examples],
      ...own,
      [isZh ? '通用选项' : 'Options of every command', optionRows(locale, globalOptions)],
      ...(command.scopes === '-'
        ? []
        : [[isZh ? '令牌的权限范围' : 'Scopes of the token', [`  ${command.scopes}`]] as const]),
    ],
  )
}

function optionRows(locale: Locale, options: Readonly<Record<string, Option>>): string[] {
  return aligned(Object.entries(options).map(([name, option]) => optionRow(locale, name, option)))
}

function write(head: readonly string[], sections: readonly (readonly [string, readonly string[]])[]): string {
  return `${[head.join('\n'), ...sections.map(([title, lines]) => `${title}\n${lines.join('\n')}`)].join('\n\n')}\n`
}
