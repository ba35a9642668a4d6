import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  type INumberingOptions,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  Tab,
  TabStopType,
  TextRun,
} from 'docx'
import { cutText } from '#contract/text.ts'
import { blocksOf, type DocxContext, listedOf } from './export-docx-blocks.ts'
import type { ExportData, ExportTemplate } from './export-tasks.ts'

/** Font names that Chinese offices have installed, each with a font for Latin text. */
const serif = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', cs: 'Times New Roman', eastAsia: '宋体' }
const sans = { ascii: 'Arial', hAnsi: 'Arial', cs: 'Arial', eastAsia: '微软雅黑' }
/** A4 with its margins, in twentieths of a point. */
const page = {
  size: { width: 11906, height: 16838 },
  margin: { top: 1440, bottom: 1300, left: 1360, right: 1360, header: 700, footer: 600 },
}
const textWidth = page.size.width - page.margin.left - page.margin.right
const grey = '666666'
const deepest = 9

/** Writes a report as DOCX. */
export async function writeDocx(data: ExportData): Promise<Uint8Array> {
  const { words, house } = data
  const tint = house.color.slice(1)
  const setting: DocxContext = { data, textWidth, sans, starts: new Set([1]), lists: 0 }
  const children = [
    ...houseOf(house),
    new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(data.title)] }),
    ...data.facts.map(
      ([name, value]) =>
        new Paragraph({
          style: 'Fact',
          children: [new TextRun({ text: `${name}  `, bold: true }), new TextRun(value)],
        }),
    ),
    ...data.summary.map(line => new Paragraph({ style: 'Summary', children: [new TextRun(line)] })),
    ...blocksOf(data.blocks, setting),
    ...(data.evidence.length > 0
      ? [
          new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun(words.evidence)] }),
          ...data.evidence.map(source => new Paragraph({ style: 'Source', children: listedOf(source) })),
        ]
      : []),
  ]
  const document = new Document({
    title: data.title,
    subject: data.number,
    creator: data.author,
    lastModifiedBy: data.author,
    styles: stylesOf(tint),
    numbering: numberingOf(setting.starts),
    sections: [
      {
        properties: { page },
        headers: { default: headerOf(data) },
        footers: { default: footerOf(data) },
        children,
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}

/** Letterhead above the title: logo and name of the organisation. */
function houseOf({ organisation, logo, color }: ExportTemplate): Paragraph[] {
  if (!logo && organisation === '') return []
  const name = new TextRun({ text: organisation, bold: true, size: 22, font: sans, color: color.slice(1) })
  if (!logo) return [new Paragraph({ spacing: { after: 240 }, children: [name] })]
  const height = 42
  const width = Math.min(Math.round((logo.width * height) / logo.height), 260)
  const picture = new ImageRun({
    type: 'png',
    data: logo.bytes,
    transformation: { width, height: Math.round((logo.height * width) / logo.width) },
    altText: { name: organisation || 'logo', description: organisation, title: organisation },
  })
  return [new Paragraph({ spacing: { after: 240 }, children: [picture, new TextRun('  '), name] })]
}

const small = { size: 17, color: grey }
const stops = [
  { type: TabStopType.CENTER, position: textWidth / 2 },
  { type: TabStopType.RIGHT, position: textWidth },
]
const markingOf = ({ marking, color }: ExportTemplate) =>
  new TextRun({ size: 17, bold: true, color: color.slice(1), children: [new Tab(), marking ?? ''] })

/** The marking is set at the head and the foot of every page. */
function headerOf({ number, title, house }: ExportData): Header {
  return new Header({
    children: [
      new Paragraph({
        tabStops: stops,
        border: { bottom: { style: BorderStyle.SINGLE, size: 4, color: 'BBBBBB', space: 4 } },
        children: [
          new TextRun({ ...small, text: number }),
          markingOf(house),
          new TextRun({ ...small, children: [new Tab(), cutText(title, 30)] }),
        ],
      }),
    ],
  })
}

function footerOf({ words, house }: ExportData): Footer {
  const parts = words.page
    .split(/(\{pages?\})/)
    .map(part => (part === '{page}' ? PageNumber.CURRENT : part === '{pages}' ? PageNumber.TOTAL_PAGES : part))
  return new Footer({
    children: [
      new Paragraph({
        tabStops: stops,
        children: [
          new TextRun({ ...small, text: cutText(house.organisation, 40) }),
          markingOf(house),
          new TextRun({ ...small, children: [new Tab(), ...parts] }),
        ],
      }),
    ],
  })
}

function stylesOf(tint: string) {
  const heading = (size: number, before: number) => ({
    run: { font: sans, size, bold: true, color: tint },
    paragraph: { spacing: { before, after: 120 }, keepNext: true },
  })
  const note = { font: sans, size: 18, color: grey }
  return {
    default: {
      document: {
        // Latin words are hyphenated as English, whatever the report's language.
        run: { font: serif, size: 22, language: { value: 'en-US', eastAsia: 'zh-CN' } },
        paragraph: { spacing: { line: 340, after: 140 } },
      },
      title: {
        run: { font: sans, size: 40, bold: true, color: tint },
        paragraph: { spacing: { before: 60, after: 200, line: 520 } },
      },
      heading1: heading(30, 360),
      heading2: heading(26, 280),
      heading3: heading(23, 220),
      hyperlink: { run: { color: '0958D9', underline: { type: 'single' as const } } },
    },
    paragraphStyles: [
      { id: 'Fact', name: 'Fact', basedOn: 'Normal', run: note, paragraph: { spacing: { after: 40 } } },
      {
        id: 'Summary',
        name: 'Summary',
        basedOn: 'Normal',
        run: { font: sans, size: 20 },
        paragraph: { spacing: { before: 120, after: 120 }, indent: { left: 240, right: 240 } },
      },
      {
        id: 'Evidence',
        name: 'Evidence',
        basedOn: 'Normal',
        paragraph: {
          indent: { left: 400, right: 240 },
          spacing: { after: 80 },
          border: { left: { style: BorderStyle.SINGLE, size: 18, color: tint, space: 10 } },
        },
      },
      { id: 'Source', name: 'Source', basedOn: 'Normal', run: note, paragraph: { spacing: { after: 80 } } },
    ],
  }
}

/** Numbering of lists by their first number: Word continues the previous list unless each has its own definition. */
function numberingOf(starts: Set<number>): INumberingOptions {
  const levels = (
    format: (typeof LevelFormat)[keyof typeof LevelFormat],
    text: (level: number) => string,
    start: number,
  ) =>
    Array.from({ length: deepest }, (_, level) => ({
      level,
      format,
      text: text(level),
      start,
      alignment: AlignmentType.LEFT,
      style: { paragraph: { indent: { left: 420 * (level + 1), hanging: 360 } } },
    }))
  return {
    config: [
      { reference: 'bullets', levels: levels(LevelFormat.BULLET, level => ['•', '◦', '▪'][level % 3] as string, 1) },
      ...[...starts].map(start => ({
        reference: `numbers-${start}`,
        levels: levels(LevelFormat.DECIMAL, level => `%${level + 1}.`, start),
      })),
    ],
  }
}
