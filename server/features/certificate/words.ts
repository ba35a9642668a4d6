import type { Locale } from '#contract/error.ts'
import type { ScreeningState } from '#contract/screening.api.ts'

type CertificateWord =
  | (
      | 'title'
      | 'code'
      | 'madeAt'
      | 'madeBy'
      | 'about'
      | 'record'
      | 'name'
      | 'file'
      | 'fileHash'
      | 'rows'
      | 'og'
      | 'person'
    )
  | (
      | 'names'
      | 'dates'
      | 'countries'
      | 'numbers'
      | 'lists'
      | 'version'
      | 'entries'
      | 'unreadable'
      | 'unloaded'
      | 'outdated'
      | 'uncompared'
      | 'uncomparedRows'
      | 'scoring'
      | 'threshold'
      | 'strong'
    )
  | ('weights' | 'result' | 'noHit' | 'hits' | 'more' | 'seal' | 'verify' | 'hash' | 'signature' | 'row' | 'points')
  | ('decided' | 'undecided' | 'by' | 'limits')

export const certificateWords: Record<Locale, Record<CertificateWord, string>> = {
  'zh-CN': {
    ...{ title: '名单筛查证明', code: '核验码', madeAt: '筛查时间', madeBy: '筛查人', about: '比对的内容' },
    ...{ record: '记录', name: '名称', file: '文件', fileHash: '文件 SHA-256', og: '组织', person: '人物' },
    rows: '共 {rows} 行，已比对 {compared} 行：强命中 {strong}，可能命中 {possible}，未命中 {none}，未能筛查 {wrong}',
    ...{ names: '名称', dates: '出生或成立日期', countries: '地区', numbers: '编号', lists: '比对的名单' },
    ...{
      version: '第 {n} 版，{at} 加载',
      entries: '{count} 个条目',
      unreadable: '另有 {count} 个条目无法读取，未比对',
      unloaded: '未比对：{name}（尚未加载任何文件）',
      outdated: '未比对：{name} 的新文件（尚未生效）',
      uncompared: '只与每份名单中最接近的 {limit} 个候选名称比对，另有至多 {count} 个名称未比对',
      uncomparedRows: '{count} 行只与每份名单中最接近的 {limit} 个候选名称比对',
      scoring: '评分',
      threshold: '命中的最低分',
    },
    ...{ strong: '强命中的最低分', weights: '评分设置第 {n} 版，权重 SHA-256 {hash}', result: '结果' },
    noHit: '截至筛查时间，没有条目达到命中的最低分。',
    ...{ hits: '{count} 个命中', more: '另有 {count} 个命中未列出。', seal: '签名', row: '第 {n} 行 {name}' },
    verify: '在控制台“核验证明”页输入核验码，或选择本文件，即可核验真伪和内容。',
    ...{ hash: '内容 SHA-256', signature: 'Ed25519 签名', points: '{score} 分', decided: '判定', undecided: '未判定' },
    ...{ by: '{state}，{name}，{at}', limits: '相似度不是概率，未命中不代表不存在风险。' },
  },
  'en-US': {
    ...{
      title: 'Screening certificate',
      code: 'Verification code',
      madeAt: 'Screened at',
      madeBy: 'Screened by',
      about: 'Screened content',
    },
    ...{
      record: 'Record',
      name: 'Name',
      file: 'File',
      fileHash: 'File SHA-256',
      og: 'Organisation',
      person: 'Person',
    },
    rows: '{rows} rows, {compared} compared: {strong} strong, {possible} possible, {none} no hit, {wrong} not screened',
    ...{ names: 'Names', dates: 'Date of birth or founding', countries: 'Region', numbers: 'Numbers', lists: 'Lists' },
    ...{
      version: 'version {n}, loaded {at}',
      entries: '{count} entries',
      unreadable: '{count} further entries could not be read and were not compared',
      unloaded: 'Not compared: {name} (nothing has been loaded into it)',
      outdated: 'Not compared: a newer file of {name} (it is not in force)',
      uncompared:
        'Compared only with the best {limit} candidates of each list; up to {count} further names were not compared',
      uncomparedRows: 'Rows compared only with the best {limit} candidates of each list: {count}',
      scoring: 'Scoring',
      threshold: 'Minimum score of a hit',
    },
    ...{
      strong: 'Minimum score of a strong hit',
      weights: 'scores version {n}, weights SHA-256 {hash}',
      result: 'Result',
    },
    noHit: 'At that time no entry reached the minimum score.',
    ...{ hits: 'Hits: {count}', more: '{count} further hits are not listed.', seal: 'Seal', row: 'Row {n}, {name}' },
    verify: 'To verify it, enter the code on the console’s page “Verify a certificate”, or choose this file there.',
    ...{
      hash: 'Content SHA-256',
      signature: 'Ed25519 signature',
      points: '{score} points',
      decided: 'Decision',
    },
    ...{ undecided: 'not decided', by: '{state}, {name}, {at}' },
    limits: 'A similarity score is not a probability, and the absence of hits does not mean absence of risk.',
  },
}

export const stateWords: Record<Locale, Record<ScreeningState, string>> = {
  'zh-CN': { open: '待判定', proposed: '待复核', unsure: '不确定', same: '相同', different: '不同' },
  'en-US': {
    open: 'not decided',
    proposed: 'proposed different',
    unsure: 'unsure',
    same: 'same',
    different: 'different',
  },
}
