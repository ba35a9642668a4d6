import { bilingual } from '#contract/bilingual.ts'
import type { Locale } from '#contract/error.ts'
import { fillPlaceholders } from '#contract/text.ts'

/** Reasons why a file cannot be read, or work on it cannot continue; places are filled by `detail`. */
const sentences = {
  empty_file: bilingual('文件是空的。', 'The file is empty.'),
  no_rows: bilingual('文件只有标题行，没有数据。', 'The file has a header row but no data.'),
  no_header: bilingual('文件第一行没有列名。', 'The first row of the file has no column names.'),
  not_text: bilingual(
    '这不是文本文件，请上传 CSV、XLSX 或 JSON。',
    'This is not a text file. Upload CSV, XLSX or JSON.',
  ),
  old_excel: bilingual(
    '这是旧的 Excel 格式或加密的文件，请另存为未加密的 XLSX 后上传。',
    'This is an old or encrypted Excel file. Save it as XLSX without a password and upload that.',
  ),
  broken_xlsx: bilingual('这个 XLSX 文件已损坏，无法读取。', 'This XLSX file is damaged and cannot be read.'),
  big_xlsx: bilingual(
    '这个 XLSX 文件解压后过大，请拆分或改用 CSV。',
    'This XLSX file is too large once unpacked. Split it, or use CSV.',
  ),
  too_many_rows: bilingual(
    '文件超过 {count} 行，请拆分后上传。',
    'The file has more than {count} rows. Split it and upload the parts.',
  ),
  too_many_columns: bilingual('文件超过 {count} 列。', 'The file has more than {count} columns.'),
  open_quote: bilingual('第 {line} 行附近的引号没有结束。', 'A quotation mark near line {line} is not closed.'),
  long_row: bilingual('第 {line} 行附近有一行过长。', 'A row near line {line} is too long.'),
  bad_record: bilingual('第 {line} 条记录不是有效的 JSON 对象。', 'Record {line} is not a valid JSON object.'),
  file_gone: bilingual('上传的文件已不存在，请重新上传。', 'The uploaded file no longer exists. Upload it again.'),
  unknown_format: bilingual(
    '无法识别文件格式：应为 FollowTheMoney（每行一个 JSON 对象，包括 OpenSanctions 的 targets.nested.json）、Popolo JSON、联合国或欧盟制裁名单（XML），或 OFAC 名单（XML、CSV 或 ZIP）。',
    'Unknown file format. Expected FollowTheMoney (one JSON object per line, including OpenSanctions targets.nested.json), Popolo JSON, the UN or EU sanctions list (XML), or an OFAC list (XML, CSV or ZIP).',
  ),
  unknown_xml: bilingual(
    '这个 XML 文件不是联合国安理会综合名单（CONSOLIDATED_LIST）、OFAC 名单（sdn.xml）或欧盟金融制裁名单（xmlFullSanctionsList）。',
    'This XML file is not the UN Security Council consolidated list (CONSOLIDATED_LIST), an OFAC list (sdn.xml) or the EU financial sanctions list (xmlFullSanctionsList).',
  ),
  html_page: bilingual(
    '这是一个网页（HTML），不是名单文件：多半是出错页或登录页。请在浏览器中打开该地址，下载真正的 XML、JSON 或 CSV 文件。',
    'This is a web page (HTML), not a list file: probably an error page or a login page. Open the address in a browser and download the XML, JSON or CSV file itself.',
  ),
  ofac_advanced: bilingual(
    '这是 OFAC 的 Advanced XML（sdn_advanced.xml），暂不支持。请改用 sdn.xml 或 consolidated.xml，内容相同。',
    'This is OFAC Advanced XML (sdn_advanced.xml), which is not supported. Use sdn.xml or consolidated.xml, which list the same parties.',
  ),
  bad_xml: bilingual(
    'XML 文件不完整或已损坏，请重新下载后上传。',
    'The XML file is incomplete or damaged. Download it again and upload it.',
  ),
  deep_xml: bilingual(
    '这个 XML 文件嵌套层数过多，不是公布的名单，没有读取。',
    'The elements of this XML file are nested too deeply for a published list. It was not read.',
  ),
  xml_entities: bilingual(
    '这个 XML 文件自行定义了实体（DOCTYPE 中的 ENTITY），公布的名单不会这样做；出于安全没有读取。请从发布者处重新下载。',
    'This XML file declares its own entities (ENTITY in its DOCTYPE), which published lists do not do. For security it was not read. Download it again from its publisher.',
  ),
  bad_archive: bilingual(
    '压缩包无法读取：已损坏、有密码或文件太多。',
    'The archive cannot be read: it is damaged, has a password or contains too many files.',
  ),
  big_archive: bilingual(
    '压缩包超过 {count} MB，无法读取。请解压后上传其中的名单文件。',
    'The archive is larger than {count} MB and cannot be read. Unpack it and upload the list file itself.',
  ),
  big_unpacked: bilingual(
    '压缩包解压后超过 {count} MB，没有读取：可能是压缩炸弹。',
    'The unpacked archive is larger than {count} MB. It was not read, because it might be a zip bomb.',
  ),
  many_in_archive: bilingual(
    '压缩包里有 {count} 个文件（{names}），无法确定哪个是名单。请只打包名单文件。',
    'The archive contains {count} files ({names}), and it is not clear which one is the list. Pack the list file only.',
  ),
  empty_archive: bilingual('压缩包里没有文件。', 'The archive contains no files.'),
  archive_in_archive: bilingual(
    '压缩包里又是压缩包，没有读取。请解压后上传其中的名单文件。',
    'The archive contains another archive and was not read. Unpack it and upload the list file itself.',
  ),
  ofac_without_sdn: bilingual(
    '这是 OFAC 名单的别名表或地址表，不能单独上传：请与 SDN.CSV 一起打包为 ZIP 上传。',
    'This is the alias or address table of the OFAC list, which cannot be read on its own. Pack it into a ZIP together with SDN.CSV.',
  ),
  big_list: bilingual('名单超过 {count} MB，无法读取。', 'The list is larger than {count} MB and cannot be read.'),
  bad_json: bilingual(
    '这个 JSON 文件有语法错误，无法读取。请重新导出后上传。',
    'This JSON file is malformed and cannot be read. Export it again and upload it.',
  ),
  cut_json: bilingual(
    '文件不完整：内容在中途断开。请重新下载后上传。',
    'The file is incomplete: it is cut off before its end. Download it again and upload it.',
  ),
  deep_json: bilingual(
    '这个 JSON 文件嵌套层数过多，无法读取。',
    'This JSON file nests its values too deep to be read.',
  ),
  long_entry: bilingual(
    '文件中有一项超过 {count} MB，无法读取。请拆分或删去该项后上传。',
    'One entry of the file is larger than {count} MB and cannot be read. Split or remove it, then upload the file again.',
  ),
  too_many: bilingual(
    '文件超过 {count} 个实体，请拆分后上传。',
    'The file has more than {count} entities. Split it and upload the parts.',
  ),
  no_parties: bilingual(
    '文件中没有人物或组织，继续使用上一版本。',
    'The file contains no persons or organisations. The previous version stays in use.',
  ),
  not_fetched: bilingual(
    '未能从网址获取名单（{reason}），继续使用上一版本。',
    'The list could not be fetched from its address ({reason}). The previous version stays in use.',
  ),
  too_large: bilingual(
    '名单超过 {count} MB，未读取；继续使用上一版本。',
    'The list is larger than {count} MB and was not read. The previous version stays in use.',
  ),
  no_lists: bilingual('没有可比对的名单，请先加载名单。', 'No lists to compare with. Load a list first.'),
  not_allowed: bilingual(
    '您的账号已停用或角色已改变，无权执行此操作。',
    'Your account is disabled, or your role can no longer do this.',
  ),
  internal: bilingual('服务器出错，操作已停止，请重试。', 'Server error; the operation stopped. Try again.'),
} as const satisfies Record<string, Record<Locale, string>>

export type IngestFaultCode = keyof typeof sentences
export const isIngestFaultCode = (code: string): code is IngestFaultCode => Object.hasOwn(sentences, code)

export const ingestSentence = (code: IngestFaultCode, locale: Locale, detail: Record<string, unknown> = {}): string =>
  fillPlaceholders(sentences[code][locale], detail)

/** Ends the reading of a file. The owner sees the sentence of its `code`; any other error is a fault of the server. */
export class IngestFault extends Error {
  readonly code: IngestFaultCode
  readonly detail: Record<string, unknown>
  constructor(code: IngestFaultCode, detail: Record<string, unknown> = {}) {
    super(code)
    this.code = code
    this.detail = detail
  }
}
