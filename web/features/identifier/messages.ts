import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const identifierMessages = defineMessages({
  addIdentifier: ['添加编号', 'Add an identifier'],
  addContact: ['添加账号或联系方式', 'Add an account or contact'],
  scheme: ['种类', 'Kind'],
  value: ['号码', 'Number'],
  contactValue: ['账号、号码或网址', 'Account, number or address'],
  country: ['签发地区', 'Issued by'],
  ownScheme: ['编号名称', 'What it is called'],
  ownSchemeHint: ['例如 俄罗斯 ОКПО', 'Such as Russian OKPO'],
  label: [words['zh-CN'].note, words['en-US'].note],
  labelHint: ['例如 总部、私人', 'Such as head office, private'],
  from: ['生效', 'Valid from'],
  to: ['失效', 'Valid to'],
  wrong_form: [
    '不像“{scheme}”的格式，请核对；仍可保存',
    'This does not look like “{scheme}”. Check it; it can be saved as it is',
  ],
  wrong_check: ['校验位不符，请核对；仍可保存', 'Its check digit does not fit. Check it; it can be saved as it is'],
  factForm: ['格式不符', 'Unusual form'],
  factCheck: ['校验位不符', 'Check digit does not fit'],
  same: ['与此记录相同：', 'Also the number of'],
  copy: ['复制', 'Copy'],
  copyNamed: ['复制“{value}”', 'Copy “{value}”'],
  copied: ['已复制', 'Copied'],
  copyFailed: [
    '浏览器不允许复制。请选中后自行复制。',
    'The browser does not let this page copy. Select the text and copy it.',
  ],
})
