import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const identifierMessages = defineMessages({
  addIdentifier: ['添加编号', 'Add an identifier'],
  addContact: ['添加账号或联系方式', 'Add an account or contact'],
  scheme: ['种类', 'Kind'],
  value: ['号码', 'Number'],
  contactValue: ['账号、号码或网址', 'Account, number or address'],
  country: ['签发地区', 'Issued by'],
  ownScheme: ['编号名称', 'Name of the identifier'],
  ownSchemeHint: ['例如 俄罗斯 ОКПО', 'Such as Russian OKPO'],
  label: [words['zh-CN'].note, words['en-US'].note],
  labelHint: ['例如 总部、私人', 'Such as head office, private'],
  from: ['生效', 'Valid from'],
  to: ['失效', 'Valid to'],
  wrong_form: [
    '不符合“{scheme}”的格式，请核对；仍可保存',
    'Unusual format for “{scheme}”. Check it; you can still save it',
  ],
  wrong_check: ['校验位不符，请核对；仍可保存', 'The check digit does not match. Check it; you can still save it'],
  factForm: ['格式不符', 'Unusual format'],
  factCheck: ['校验位不符', 'Check digit does not match'],
  same: ['号码与此记录相同：', 'Same number as'],
  copy: ['复制', 'Copy'],
  copyNamed: ['复制“{value}”', 'Copy “{value}”'],
  copied: ['已复制', 'Copied'],
  copyFailed: [
    '浏览器不允许复制，请选中后手动复制。',
    'Your browser does not allow copying. Select the text and copy it.',
  ],
})
