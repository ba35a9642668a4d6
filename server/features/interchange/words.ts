import type { Locale } from '#contract/error.ts'
import { eventLinkWords, eventSchema } from '#contract/event.api.ts'
import { labelsOf } from '#contract/field.ts'
import { message } from '#contract/message.ts'
import { ogSchema } from '#contract/og.api.ts'
import { personLinkWords, personSchema } from '#contract/person.api.ts'
import type { FieldFault } from '#server/platform/http/errors.ts'

/** Messages for faults of a file, or of one of its entities. */
const sentences = {
  unknown_format: {
    'zh-CN':
      '无法识别文件格式：应为 FollowTheMoney（每行一个 JSON 对象，包括 OpenSanctions 的 targets.nested.json）、Popolo JSON、联合国或欧盟制裁名单（XML），或 OFAC 名单（XML、CSV 或 ZIP）。',
    'en-US':
      'Unknown file format. Expected FollowTheMoney (one JSON object per line, including OpenSanctions targets.nested.json), Popolo JSON, the UN or EU sanctions list (XML), or an OFAC list (XML, CSV or ZIP).',
  },
  unknown_xml: {
    'zh-CN':
      '这个 XML 文件不是联合国安理会综合名单（CONSOLIDATED_LIST）、OFAC 名单（sdn.xml）或欧盟金融制裁名单（xmlFullSanctionsList）。',
    'en-US':
      'This XML file is not the UN Security Council consolidated list (CONSOLIDATED_LIST), an OFAC list (sdn.xml) or the EU financial sanctions list (xmlFullSanctionsList).',
  },
  html_page: {
    'zh-CN':
      '这是一个网页（HTML），不是名单文件：多半是出错页或登录页。请在浏览器中打开该地址，下载真正的 XML、JSON 或 CSV 文件。',
    'en-US':
      'This is a web page (HTML), not a list file: probably an error page or a login page. Open the address in a browser and download the XML, JSON or CSV file itself.',
  },
  ofac_advanced: {
    'zh-CN': '这是 OFAC 的 Advanced XML（sdn_advanced.xml），暂不支持。请改用 sdn.xml 或 consolidated.xml，内容相同。',
    'en-US':
      'This is OFAC Advanced XML (sdn_advanced.xml), which is not supported. Use sdn.xml or consolidated.xml, which list the same parties.',
  },
  bad_xml: {
    'zh-CN': 'XML 文件不完整或已损坏，请重新下载后上传。',
    'en-US': 'The XML file is incomplete or damaged. Download it again and upload it.',
  },
  deep_xml: {
    'zh-CN': '这个 XML 文件嵌套层数过多，不是公布的名单，没有读取。',
    'en-US': 'The elements of this XML file are nested too deeply for a published list. It was not read.',
  },
  xml_entities: {
    'zh-CN':
      '这个 XML 文件自行定义了实体（DOCTYPE 中的 ENTITY），公布的名单不会这样做；出于安全没有读取。请从发布者处重新下载。',
    'en-US':
      'This XML file declares its own entities (ENTITY in its DOCTYPE), which published lists do not do. For security it was not read. Download it again from its publisher.',
  },
  bad_archive: {
    'zh-CN': '压缩包无法读取：已损坏、有密码或文件太多。',
    'en-US': 'The archive cannot be read: it is damaged, has a password or contains too many files.',
  },
  big_archive: {
    'zh-CN': '压缩包超过 {count} MB，无法读取。请解压后上传其中的名单文件。',
    'en-US': 'The archive is larger than {count} MB and cannot be read. Unpack it and upload the list file itself.',
  },
  big_unpacked: {
    'zh-CN': '压缩包解压后超过 {count} MB，没有读取：可能是压缩炸弹。',
    'en-US': 'The unpacked archive is larger than {count} MB. It was not read, because it might be a zip bomb.',
  },
  many_in_archive: {
    'zh-CN': '压缩包里有 {count} 个文件（{names}），无法确定哪个是名单。请只打包名单文件。',
    'en-US':
      'The archive contains {count} files ({names}), and it is not clear which one is the list. Pack the list file only.',
  },
  empty_archive: { 'zh-CN': '压缩包里没有文件。', 'en-US': 'The archive contains no files.' },
  archive_in_archive: {
    'zh-CN': '压缩包里又是压缩包，没有读取。请解压后上传其中的名单文件。',
    'en-US': 'The archive contains another archive and was not read. Unpack it and upload the list file itself.',
  },
  ofac_without_sdn: {
    'zh-CN': '这是 OFAC 名单的别名表或地址表，不能单独上传：请与 SDN.CSV 一起打包为 ZIP 上传。',
    'en-US':
      'This is the alias or address table of the OFAC list, which cannot be read on its own. Pack it into a ZIP together with SDN.CSV.',
  },
  big_list: {
    'zh-CN': '名单超过 {count} MB，无法读取。',
    'en-US': 'The list is larger than {count} MB and cannot be read.',
  },
  bad_json: {
    'zh-CN': '这个 JSON 文件有语法错误，无法读取。请重新导出后上传。',
    'en-US': 'This JSON file is malformed and cannot be read. Export it again and upload it.',
  },
  cut_json: {
    'zh-CN': '文件不完整：内容在中途断开。请重新下载后上传。',
    'en-US': 'The file is incomplete: it is cut off before its end. Download it again and upload it.',
  },
  deep_json: {
    'zh-CN': '这个 JSON 文件嵌套层数过多，无法读取。',
    'en-US': 'This JSON file nests its values too deep to be read.',
  },
  long_entry: {
    'zh-CN': '文件中有一项超过 {count} MB，无法读取。请拆分或删去该项后上传。',
    'en-US':
      'One entry of the file is larger than {count} MB and cannot be read. Split or remove it, then upload the file again.',
  },
  too_many: {
    'zh-CN': '文件超过 {count} 个实体，请拆分后上传。',
    'en-US': 'The file has more than {count} entities. Split it and upload the parts.',
  },
  empty_file: { 'zh-CN': '文件是空的。', 'en-US': 'The file is empty.' },
  file_gone: {
    'zh-CN': '上传的文件已不存在，请重新上传。',
    'en-US': 'The uploaded file no longer exists. Upload it again.',
  },
  not_allowed: {
    'zh-CN': '您的账号已停用或角色已改变，无权执行此操作。',
    'en-US': 'Your account is disabled, or your role can no longer do this.',
  },
  internal: {
    'zh-CN': '服务器出错，操作已停止，请重试。',
    'en-US': 'Server error; the operation stopped. Try again.',
  },
  bad_line: { 'zh-CN': '这一行不是有效的 JSON 对象。', 'en-US': 'This line is not a valid JSON object.' },
  long_line: { 'zh-CN': '这一行超过 {count} MB。', 'en-US': 'This line is longer than {count} MB.' },
  no_id: { 'zh-CN': '实体没有 id 或 schema。', 'en-US': 'The entity has no id or schema.' },
  no_name: { 'zh-CN': '没有名称。', 'en-US': 'The name is missing.' },
  bad_name: { 'zh-CN': '名称过长。', 'en-US': 'The name is too long.' },
  repeated: {
    'zh-CN': '与第 {n} 行是同一个实体。',
    'en-US': 'Same entity as line {n}.',
  },
  same_record: {
    'zh-CN': '与第 {n} 行对应同一条记录。',
    'en-US': 'Same record as line {n}.',
  },
  ambiguous: { 'zh-CN': '对应多条已有记录：{ids}。', 'en-US': 'Matches several records: {ids}.' },
  forbidden: { 'zh-CN': '您无权修改对应的记录。', 'en-US': 'You cannot edit the matching record.' },
  bad_value: { 'zh-CN': '内容不符合要求：{faults}。', 'en-US': 'Invalid content: {faults}.' },
  no_end: {
    'zh-CN': '关系的一端不在文件中，也不在系统中：{key}。',
    'en-US': 'One end of the link is neither in the file nor in the system: {key}.',
  },
  wrong_end: {
    'zh-CN': '关系的一端不会被导入：{key}。',
    'en-US': 'One end of the link will not be imported: {key}.',
  },
  end_kind: {
    'zh-CN': '这两类记录之间不能有此类关系。',
    'en-US': 'Records of these types cannot have this kind of link.',
  },
  self: { 'zh-CN': '关系的两端是同一个人。', 'en-US': 'Both ends of the link are the same person.' },
  link_forbidden: {
    'zh-CN': '关系的两端您都无权修改。',
    'en-US': 'You cannot edit either end of the link.',
  },
} as const satisfies Record<string, Record<Locale, string>>

export type ExchangeFaultCode = keyof typeof sentences

export function sentence(code: ExchangeFaultCode, locale: Locale, detail: Record<string, unknown> = {}): string {
  const said: Record<string, unknown> = Array.isArray(detail.faults)
    ? { ...detail, faults: faultsText(detail.faults as FieldFault[], locale) }
    : detail
  return sentences[code][locale].replace(/\{(\w+)\}/g, (_, key: string) => String(said[key] ?? ''))
}

const linkLabels: Record<string, Record<Locale, string>> = {
  role: { 'zh-CN': '职务', 'en-US': 'Role' },
  type: { 'zh-CN': '关系', 'en-US': 'Relation' },
}
const labels: Record<string, Record<Locale, string>> = {
  ...labelsOf(ogSchema),
  ...labelsOf(personSchema),
  ...personLinkWords,
  ...labelsOf(eventSchema),
  ...eventLinkWords,
  ...linkLabels,
}

/** Fields by their labels, each with its fault. */
function faultsText(faults: readonly FieldFault[], locale: Locale): string {
  return faults
    .map(({ path, code, detail }) => {
      const label = labels[path.split('.')[0] ?? '']?.[locale]
      const text = message(code, locale, detail)
      return label ? `${label} – ${text}` : text
    })
    .join(locale === 'zh-CN' ? '；' : '; ')
}

/** Reason why nothing of the file can be imported, or no file exported; shown to its owner. */
export class ExchangeFileError extends Error {
  readonly code: ExchangeFaultCode
  readonly detail: Record<string, unknown>
  constructor(code: ExchangeFaultCode, detail: Record<string, unknown> = {}) {
    super(code)
    this.code = code
    this.detail = detail
  }
}
