import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import { backup } from './backup.ts'
import type { Run } from './io.ts'
import { login, logout } from './login.ts'
import { search, show } from './records.ts'
import { screen } from './screen.ts'
import { crawl, watch } from './site.ts'
import { exportFile, importFile } from './transfer.ts'

export type Option = {
  type: 'string' | 'boolean'
  short?: string
  multiple?: boolean
  /** The name of its value in the help. */
  value?: string
  text: BilingualText
}

export type Command = {
  run: (run: Run) => Promise<number>
  /** The arguments in the help. */
  args: string
  text: BilingualText
  options: Readonly<Record<string, Option>>
  examples: readonly (readonly [command: string, text: BilingualText])[]
  /** Scopes that the token needs. */
  scopes: string
}

export const globalOptions = {
  json: {
    type: 'boolean',
    text: bilingual(
      '每行输出一条 JSON 记录；错误以 JSON 写入 stderr',
      'one JSON record a line; errors as JSON on stderr',
    ),
  },
  url: {
    type: 'string',
    value: 'URL',
    text: bilingual('控制台地址（代替 OG_URL）', 'address of the console, instead of OG_URL'),
  },
  lang: { type: 'string', value: 'zh|en', text: bilingual('语言；默认按 LANG', 'language; by default that of LANG') },
  help: { type: 'boolean', short: 'h', text: bilingual('显示帮助', 'show this help') },
} as const satisfies Record<string, Option>

const listOption: Option = {
  type: 'string',
  multiple: true,
  value: 'ID',
  text: bilingual('只对照这个名单；可重复使用', 'only this list; may be repeated'),
}

export const commands: Readonly<Record<string, Command>> = {
  login: {
    run: login,
    args: '[URL]',
    text: bilingual('登录：验证并保存访问令牌', 'Log in: check and store an access token'),
    scopes: '-',
    options: {},
    examples: [
      [
        'og login https://console.example.org',
        bilingual('询问令牌，输入不会显示', 'asks for the token, without showing it'),
      ],
      ['og login https://console.example.org < token.txt', bilingual('从文件读取令牌', 'reads the token from a file')],
    ],
  },
  logout: {
    run: logout,
    args: '[URL]',
    text: bilingual('删除保存在本机的令牌', 'Remove the token stored on this machine'),
    scopes: '-',
    options: {},
    examples: [
      [
        'og logout',
        bilingual('令牌本身仍有效，可在控制台撤销', 'the token itself stays valid; revoke it in the console'),
      ],
    ],
  },
  search: {
    run: search,
    args: 'WORDS…',
    text: bilingual('搜索记录和网页', 'Search records and pages'),
    scopes: 'read',
    options: {
      kind: {
        type: 'string',
        value: 'KIND',
        text: bilingual(
          '类型，用逗号分隔：og,person,event,page…',
          'kinds, separated by commas: og,person,event,page …',
        ),
      },
      limit: {
        type: 'string',
        value: 'N',
        text: bilingual('最多条数（1–1000，默认 20）', 'at most this many results (1–1000, default 20)'),
      },
    },
    examples: [
      [
        'og search 基金会 --kind og',
        bilingual('名称或文本含“基金会”的组织', 'organisations whose name or text contains 基金会'),
      ],
      ['og search --json chen | jq .title', bilingual('只取标题', 'only the titles')],
    ],
  },
  show: {
    run: show,
    args: 'KIND ID',
    text: bilingual('显示一条记录', 'Show one record'),
    scopes: 'read',
    options: {},
    examples: [
      ['og show og 12', bilingual('编号 12 的组织', 'the organisation with the id 12')],
      ['og show person:7 --json', bilingual('编号 7 的人物，JSON 格式', 'the person with the id 7 as JSON')],
    ],
  },
  screen: {
    run: screen,
    args: '[NAME…]',
    text: bilingual('用名单筛查名称；不保存任何内容', 'Screen names against the lists; nothing is stored'),
    scopes: 'screen',
    options: {
      file: {
        type: 'string',
        short: 'f',
        value: 'FILE',
        text: bilingual('每行一个名称的文本文件；- 为标准输入', 'text file with one name a line; - for standard input'),
      },
      kind: {
        type: 'string',
        value: 'KIND',
        text: bilingual('person、organisation 或 any（默认）', 'person, organisation or any (default)'),
      },
      threshold: {
        type: 'string',
        value: 'N',
        text: bilingual('命中的最低分（50–99）', 'minimum score of a hit (50–99)'),
      },
      list: listOption,
      hits: { type: 'boolean', text: bilingual('只显示命中的名称', 'show only names with hits') },
      encoding: {
        type: 'string',
        value: 'NAME',
        text: bilingual('文件编码；默认自动识别', 'encoding of the file; by default recognised'),
      },
    },
    examples: [
      [
        'og screen "Ivan Petrov"',
        bilingual('一个名称；有命中时退出码为 6', 'one name; the exit code is 6 if there are hits'),
      ],
      ['og screen --file names.txt --hits', bilingual('文件中的全部名称', 'all names of a file')],
      ['og screen -- -dash', bilingual('以短横线开头的名称', 'a name that begins with a dash')],
    ],
  },
  import: {
    run: importFile,
    args: 'FILE --kind KIND',
    text: bilingual('导入 CSV、XLSX 或 JSON 文件；先试运行', 'Import a CSV, XLSX or JSON file, after a dry run'),
    scopes: 'read, write',
    options: {
      kind: { type: 'string', value: 'KIND', text: bilingual('og、person 或 event', 'og, person or event') },
      yes: {
        type: 'boolean',
        short: 'y',
        text: bilingual('试运行后直接写入', 'write after the dry run without asking'),
      },
      'skip-wrong': { type: 'boolean', text: bilingual('略过有误的行', 'leave out rows with faults') },
    },
    examples: [
      [
        'og import orgs.csv --kind og',
        bilingual('试运行，在终端上询问是否写入', 'dry run; at a terminal, asks before writing'),
      ],
      ['og import orgs.csv --kind og --yes', bilingual('试运行后写入', 'dry run, then write')],
    ],
  },
  export: {
    run: exportFile,
    args: 'KIND --reason TEXT',
    text: bilingual('将可查看的记录导出为文件', 'Export the records that you may read to a file'),
    scopes: 'read, write',
    options: {
      reason: {
        type: 'string',
        value: 'TEXT',
        text: bilingual('导出原因，记入审计记录', 'why the data leaves the console; kept in the audit log'),
      },
      output: {
        type: 'string',
        short: 'o',
        value: 'FILE',
        text: bilingual('目标文件；- 为标准输出', 'file to write; - for standard output'),
      },
      format: {
        type: 'string',
        value: 'FORMAT',
        text: bilingual('csv（默认）、xlsx 或 json', 'csv (default), xlsx or json'),
      },
      columns: {
        type: 'string',
        value: 'NAMES',
        text: bilingual('字段，用逗号分隔；默认全部', 'fields, separated by commas; by default all'),
      },
      keyword: {
        type: 'string',
        value: 'WORDS',
        text: bilingual('只导出含这些词的记录', 'only records with these words'),
      },
      filter: {
        type: 'string',
        multiple: true,
        value: 'NAME=VALUE',
        text: bilingual('列表的筛选条件；可重复使用', 'a filter of the list; may be repeated'),
      },
      force: { type: 'boolean', text: bilingual('覆盖已有文件', 'replace an existing file') },
    },
    examples: [
      ['og export og --reason 月报 -o orgs.xlsx', bilingual('全部组织', 'all organisations')],
      [
        'og export person --reason audit --filter region=CN --columns id,name -o -',
        bilingual('中国的人物，写到标准输出', 'persons in China, to standard output'),
      ],
    ],
  },
  watch: {
    run: watch,
    args: 'ORG_ID [URL…]',
    text: bilingual(
      '监测组织的网站，立即开始抓取',
      'Watch the site of an organisation; the first crawl starts at once',
    ),
    scopes: 'read, write',
    options: {},
    examples: [['og watch 12 https://www.example.org/news', bilingual('添加一个入口网址', 'adds a start URL')]],
  },
  crawl: {
    run: crawl,
    args: 'ORG_ID',
    text: bilingual('现在抓取网站', 'Crawl a site now'),
    scopes: 'read, write',
    options: { wait: { type: 'boolean', text: bilingual('等到本轮结束', 'wait until the round has ended') } },
    examples: [['og crawl 12 --wait', bilingual('显示进度，直到结束', 'shows the progress until the end')]],
  },
  backup: {
    run: backup,
    args: '',
    text: bilingual(
      '检查最近一次备份（管理员）；适合监控',
      'Check the last backup (administrators); made for monitoring',
    ),
    scopes: 'read',
    options: {
      'max-age': {
        type: 'string',
        value: 'HOURS',
        text: bilingual('允许的最长时间（小时，默认 30）', 'the greatest age in hours (default 30)'),
      },
    },
    examples: [
      [
        'og backup --max-age 26 || echo alarm',
        bilingual('没有、失败或过旧时，退出码为 1', 'exit code 1 if there is none, if it failed or is too old'),
      ],
    ],
  },
}
