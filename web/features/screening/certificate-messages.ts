import { defineMessages } from '#web/platform/i18n.ts'

export const certificateMessages = defineMessages({
  certify: ['出具证明', 'Issue certificate'],
  verifyTitle: ['核验证明', 'Verify a certificate'],
  verifyText: [
    '输入筛查证明上的核验码，或选择证明文件，即可核验真伪并查看内容。',
    'Enter the verification code of a screening certificate, or choose its file, to check that it is genuine and see its content.',
  ],
  code: ['核验码', 'Verification code'],
  codeHint: ['24 个字符，横线可以省略', '24 characters; dashes can be omitted'],
  verify: ['核验', 'Verify'],
  choosePdf: ['选择证明文件', 'Choose certificate file'],
  fileHint: [
    '仅在本机计算文件摘要，不会上传。',
    'Only a digest of the file is computed on this device; the file is not uploaded.',
  ],
  genuine: ['证明真实有效', 'The certificate is genuine'],
  genuineText: ['签名有效，内容与出具时一致。', 'The seal is valid and the content is unchanged.'],
  sameFile: ['所选文件就是出具的原文件。', 'This is exactly the file that was issued.'],
  otherFile: [
    '所选文件不是出具的原文件，请以下列内容为准。',
    'This is not the issued file; rely on the details below.',
  ],
  erased: ['签名有效，部分内容已按清除要求抹去', 'The seal is valid; a name has been erased since'],
  erasedText: ['抹去的名称显示为 ▇▇▇，其余内容如下。', 'Erased names are shown as ▇▇▇; the rest is below.'],
  broken: ['证明不可信', 'The certificate cannot be trusted'],
  brokenText: [
    '保存的内容与签名不符，可能已被改动。请联系管理员。',
    'The stored content does not match its seal and might have been altered. Contact an administrator.',
  ],
  unknown: ['未找到此证明', 'Certificate not found'],
  unknownText: [
    '请检查核验码。也可能是您无权查看该证明所属的记录，或文件已被改动。',
    'Check the code. The certificate might belong to a record that you cannot see, or its file might have been altered.',
  ],
  madeBy: ['{name} 于 {at} 筛查', 'Screened by {name} at {at}'],
  record: ['记录', 'Record'],
  file: ['文件', 'File'],
  names: ['名称', 'Names'],
  lists: ['名单', 'Lists'],
  result: ['结果', 'Result'],
  listVersion: ['{name}（第 {n} 版，{count} 个条目）', '{name} (version {n}, {count} entries)'],
  noHit: ['没有条目达到 {threshold} 分', 'No entry scored {threshold} points or more'],
  hits: ['{count, plural, other {# 个命中}}', '{count, plural, one {# hit} other {# hits}}'],
  hit: ['{caption} · {list} · {key} · {score} 分', '{caption} · {list} · {key} · {score} points'],
})
