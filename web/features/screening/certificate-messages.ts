import { defineMessages } from '#web/platform/i18n.ts'

export const certificateMessages = defineMessages({
  certify: ['出具证明', 'Make a certificate'],
  verifyTitle: ['核验证明', 'Verify a certificate'],
  verifyText: [
    '输入筛查证明上的核验码，或选择证明文件，即可知道它是否真实、写了什么。',
    'Enter the code of a certificate of screening, or choose its file, to learn whether it is genuine and what it says.',
  ],
  code: ['核验码', 'Code'],
  codeHint: ['24 个字符，横线可以省略', '24 characters; dashes may be left out'],
  verify: ['核验', 'Verify'],
  choosePdf: ['选择证明文件', 'Choose the certificate’s file'],
  fileHint: [
    '文件只在本机计算摘要，不会上传。',
    'Only a digest of the file is made, on this machine; it is not uploaded.',
  ],
  genuine: ['证明是真实的', 'The certificate is genuine'],
  genuineText: ['印章有效，内容与出具时相同。', 'Its seal holds, and it says what it said when it was made.'],
  sameFile: ['所选文件与出具的文件逐字节相同。', 'The file is, byte for byte, the one that was made.'],
  otherFile: [
    '所选文件不是出具的那一份，请以下面的内容为准。',
    'The file is not the one that was made. What counts is below.',
  ],
  erased: ['印章有效，部分内容已按删除要求抹去', 'The seal holds, and a name was erased since'],
  erasedText: ['抹去的名称显示为 ▇▇▇，其余内容如下。', 'What was erased is shown as ▇▇▇; the rest is below.'],
  broken: ['证明不可信', 'The certificate cannot be trusted'],
  brokenText: [
    '保存的内容与印章不符，可能被改动过。请告知管理员。',
    'What is kept does not fit its seal: someone may have changed it. Tell an administrator.',
  ],
  unknown: ['没有这份证明', 'There is no such certificate'],
  unknownText: [
    '请检查核验码。证明也可能属于您不能查看的记录，或文件已被改动。',
    'Check the code. It may also be of a record that you may not read, or its file was changed.',
  ],
  madeBy: ['{name} 于 {at} 查询', 'Asked by {name} at {at}'],
  record: ['记录', 'Record'],
  file: ['文件', 'File'],
  names: ['名称', 'Names'],
  lists: ['名单', 'Lists'],
  result: ['结果', 'Result'],
  listVersion: ['{name}（第 {n} 版，{count} 个条目）', '{name} (version {n}, {count} entries)'],
  noHit: ['没有条目达到 {threshold} 分', 'No entry reaches {threshold} points'],
  hits: ['{count, plural, other {# 个命中}}', '{count, plural, one {# hit} other {# hits}}'],
  hit: ['{caption} · {list} · {key} · {score} 分', '{caption} · {list} · {key} · {score} points'],
})
