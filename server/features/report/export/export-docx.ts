import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
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
import { blocksOf, type Setting, sourceOf } from './export-docx-blocks.ts'
import type { ExportData } from './export-tasks.ts'

/** Fonts by name, as Chinese offices have them; the letters of Latin text are set beside them. */
const serif = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', cs: 'Times New Roman', eastAsia: '宋体' }
const sans = { ascii: 'Arial', hAnsi: 'Arial', cs: 'Arial', eastAsia: '微软雅黑' }
/** A4 with its margins, in twentieths of a point. */
const page = {
  size: { width: 11906, height: 16838 },
  margin: { top: 1440, bottom: 1300, left: 1360, right: 1360, header: 700, footer: 600 },
}
export const textWidth = page.size.width - page.margin.left - page.margin.right
const grey = '666666'
const deepest = 9

/** A report as DOCX. */
export async function writeDocx(data: ExportData): Promise<Uint8Array> {
  const { words } = data
  const setting: Setting = { data, textWidth, sans, starts: new Set([1]), lists: 0 }
  const children = [
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
          ...data.evidence.map(source => new Paragraph({ style: 'Source', children: sourceOf(source) })),
        ]
      : []),
  ]
  const document = new Document({
    title: data.title,
    subject: data.number,
    creator: data.author,
    lastModifiedBy: data.author,
    styles: stylesOf(),
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

function headerOf({ number, title }: ExportData): Header {
  const style = { size: 17, color: grey }
  return new Header({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: textWidth }],
        border: { bottom: { style: BorderStyle.SINGLE, size: 4, color: 'BBBBBB', space: 4 } },
        children: [
          new TextRun({ ...style, text: number }),
          new TextRun({ ...style, children: [new Tab(), cutText(title, 60)] }),
        ],
      }),
    ],
  })
}

function footerOf({ words }: ExportData): Footer {
  const parts = words.page
    .split(/(\{pages?\})/)
    .map(part => (part === '{page}' ? PageNumber.CURRENT : part === '{pages}' ? PageNumber.TOTAL_PAGES : part))
  return new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ size: 17, color: grey, children: parts })],
      }),
    ],
  })
}

function stylesOf() {
  const heading = (size: number, before: number) => ({
    run: { font: sans, size, bold: true, color: '1F1F1F' },
    paragraph: { spacing: { before, after: 120 }, keepNext: true },
  })
  const small = { font: sans, size: 18, color: grey }
  return {
    default: {
      document: {
        // Words of Latin letters are broken as English is, whatever the report is written in.
        run: { font: serif, size: 22, language: { value: 'en-US', eastAsia: 'zh-CN' } },
        paragraph: { spacing: { line: 340, after: 140 } },
      },
      title: {
        run: { font: sans, size: 40, bold: true },
        paragraph: { spacing: { before: 60, after: 200, line: 520 } },
      },
      heading1: heading(30, 360),
      heading2: heading(26, 280),
      heading3: heading(23, 220),
      hyperlink: { run: { color: '0958D9', underline: { type: 'single' as const } } },
    },
    paragraphStyles: [
      { id: 'Fact', name: 'Fact', basedOn: 'Normal', run: small, paragraph: { spacing: { after: 40 } } },
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
          border: { left: { style: BorderStyle.SINGLE, size: 18, color: '0958D9', space: 10 } },
        },
      },
      { id: 'Source', name: 'Source', basedOn: 'Normal', run: small, paragraph: { spacing: { after: 80 } } },
    ],
  }
}

/** Lists by what they begin with: Word counts on from the list before unless each is another. */
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
