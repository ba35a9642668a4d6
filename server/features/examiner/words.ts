import type { Locale } from '#contract/error.ts'

const zh = {
  title: '名单筛查检出率报告',
  at: '检验时间',
  scoring: '评分',
  scoringText: '第 {rule} 版，命中线 {threshold} 分，抽样种子 {seed}',
  method: '方法',
  methodText:
    '从每个名单固定抽取至多 {sample} 个条目，按常见的写法改动其名称，再像普通查询一样筛查。原条目出现在命中中，即为检出。除“附出生年份”外，查询只有名称。',
  lists: '名单',
  version: '第 {version} 版，抽取 {sampled} 个条目',
  skipped: '{count} 个条目没有可改动的名称，未计入。',
  result: '结果',
  all: '检出 {found} / {asked}（{share}）',
  drop: '{name}：由 {before} 降至 {now}',
  noDrop: '与此前各次相比，没有指标明显下降。',
  byList: '按名单',
  byAlteration: '按改动方式',
  byScript: '按查询所用文字',
  misses: '未检出的条目',
  missesText: '共 {count} 次未检出，以下列出 {shown} 次。',
  nothing: '无任何命中',
  instead: '命中的是',
}
type ExaminerWords = typeof zh

export const reportWords: Record<Locale, ExaminerWords> = {
  'zh-CN': zh,
  'en-US': {
    title: 'Screening quality report',
    at: 'Examined',
    scoring: 'Scoring',
    scoringText: 'version {rule}, hits from {threshold} points, sample seed {seed}',
    method: 'Method',
    methodText:
      'A fixed sample of at most {sample} entries is taken from each list. Their names are altered in ways that are common in practice and screened like any query. An entry counts as found if it is among the hits. Except for “With year of birth”, a query consists of the name only.',
    lists: 'Lists',
    version: 'version {version}, {sampled} entries sampled',
    skipped: 'Not counted: {count} entries without a name that could be altered.',
    result: 'Result',
    all: '{found} of {asked} found ({share})',
    drop: '{name}: fell from {before} to {now}',
    noDrop: 'No figure fell noticeably compared with earlier runs.',
    byList: 'By list',
    byAlteration: 'By alteration',
    byScript: 'By script of the query',
    misses: 'Entries not found',
    missesText: 'Not found: {count}; listed below: {shown}.',
    nothing: 'no hit at all',
    instead: 'found instead:',
  },
}
