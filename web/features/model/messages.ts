import { defineMessages } from '#web/platform/i18n.ts'

export const modelMessages = defineMessages({
  by: ['由模型 {name} 生成', 'By the model {name}'],
  sentence: ['模型的概括', 'Sentence by the model'],
  write: ['用一句话概括', 'What changed, in a sentence'],
  writeTitle: ['将改动的文字发送给模型 {name}（{host}）', 'Sends the changed texts to the model {name} ({host})'],
  again: ['重新生成', 'Write again'],
  hide: ['隐藏', 'Hide'],
  hideTitle: ['对所有人隐藏', 'Hide it from everyone'],
  struck: ['已划去：{reason}', 'Struck: {reason}'],
  uncompared: [
    '原文不是中文：数字和外文名称已核对，中文译名未核对。',
    'The text is not in Chinese: figures and names in Latin letters are compared, Chinese words are not.',
  ],
  compared: [
    '数字和名称已与原文核对，句意仍需您判断。',
    'Figures and names are compared; the meaning is yours to check.',
  ],
  translate: ['翻译', 'Translate'],
  translateTitle: [
    '翻译所选文字（发送给模型 {name}，{host}）',
    'Translate the selected text (sent to the model {name}, {host})',
  ],
  selectFirst: ['请先选中要翻译的文字。', 'Select the text to be translated first.'],
  tooLong: [
    '所选文字太长，至多 {count, number} 个字符。',
    'The selected text is too long; at most {count, number} characters are translated at once.',
  ],
  translation: ['译文', 'Translation'],
  original: ['原文', 'Original'],
  translating: ['正在翻译', 'Translating'],
  unfounded: ['译文中有原文没有的数字：{values}', 'Numbers in the translation that the original lacks: {values}'],
  unkept: ['译文不会保存。', 'The translation is not kept.'],
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  copyFailed: ['未能复制。请选中文字后复制。', 'Could not copy. Select the text and copy it.'],
  draft: ['模型起草', 'Draft'],
  draftTitle: ['让模型根据证据起草', 'Let the model draft from evidence'],
  draftText: [
    '所选内容将发送给模型 {name}（{host}）。没有证据支持的句子会被划去；草稿由人确认或发布。',
    'The chosen texts are sent to the model {name} ({host}). Sentences that they do not support are struck; a person confirms or publishes the draft.',
  ],
  evidence: ['证据', 'Evidence'],
  thisDiff: ['此差异', 'This difference'],
  otherDiffs: ['此组织最近的其他差异', 'Other recent differences of this organisation'],
  noOthers: ['没有其他差异。', 'There are no others.'],
  draftEvent: ['起草事件', 'Draft an event'],
  draftReport: ['起草报告', 'Draft a report'],
  drafted: ['已起草“{title}”', 'Drafted “{title}”'],
  draftedStruck: [
    '{count, plural, other {已起草“{title}”，其中 # 句被划去}}',
    '{count, plural, one {Drafted “{title}”; # sentence is struck} other {Drafted “{title}”; # sentences are struck}}',
  ],
})

export const modelPanelMessages = defineMessages({
  panel: ['模型', 'Model'],
  panelText: [
    '您点击相应按钮时，所选的文字会发送给管理员设置的模型 {name}（{host}）。您也可以为自己关闭。',
    'When you press one of its buttons, the chosen text is sent to the model {name} ({host}) that the administrators set. You can turn it off for yourself.',
  ],
  use: ['使用模型', 'Use the model'],
  share: [
    '24 小时内：{requests, number} / {mostRequests, number} 次请求，{tokens, number} / {mostTokens, number} 个 token',
    'In 24 hours: {requests, number} of {mostRequests, number} requests, {tokens, number} of {mostTokens, number} tokens',
  ],
})

export const modelAdminMessages = defineMessages({
  key: ['密钥', 'Key'],
  keyText: [
    '只发送到当前地址；地址的主机改变后须重新填写。不需要密钥的服务器可留空。保存后不再显示。',
    'Sent to the current address only; after a change of its host it must be entered again. Servers without keys need none. It is not shown again.',
  ],
  key_none: ['未设置', 'None is stored'],
  key_stored: ['已保存', 'Stored'],
  key_unreadable: ['须重新填写', 'Must be entered again'],
  newKey: ['新的密钥', 'New key'],
  saveKey: ['保存密钥', 'Save the key'],
  removeKey: ['移除密钥', 'Remove the key'],
  keySaved: ['密钥已保存', 'Key saved'],
  keyRemoved: ['密钥已移除', 'Key removed'],
  test: ['试用', 'Test'],
  testText: [
    '发送一句话，不含本系统的任何数据。须先开启。',
    'Sends one sentence without data of the console. The model must be on.',
  ],
  testRun: ['发送试用请求', 'Send a test request'],
  testOk: ['模型答复：“{answer}”', 'The model answered: “{answer}”'],
  testFacts: ['{ms, number} 毫秒，{tokens, number} 个 token', '{ms, number} ms, {tokens, number} tokens'],
  noSchema: ['服务器不支持 JSON schema，已改用普通请求。', 'The server knows no JSON schema; plain requests are used.'],
  uses: ['24 小时内的使用', 'Use in the last 24 hours'],
  user: ['用户', 'User'],
  requests: ['请求', 'Requests'],
  failedRequests: ['失败的请求', 'Failed requests'],
  tokens: ['token', 'Tokens'],
  seconds: ['用时（秒）', 'Seconds'],
  noUses: ['没有人使用。', 'The model was not used.'],
})
