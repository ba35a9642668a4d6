// Small files of many kinds, for tests.
import { strToU8, zipSync } from 'fflate'

/** An archive without compression. */
export const zip = (files: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? strToU8(content) : content,
        ]),
      ),
      { level: 0 },
    ),
  )

export function docx(body: string, prolog = ''): Buffer {
  return zip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?>${prolog}<w:document><w:body>${body}</w:body></w:document>`,
  })
}

export function xlsx(strings: string[], rows: string): Buffer {
  return zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="名单" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/one.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${strings.map(text => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/one.xml': `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData></worksheet>`,
  })
}

export function pptx(slides: string[]): Buffer {
  const named = slides.map((text, at) => [
    `ppt/slides/slide${at + 1}.xml`,
    `<p:sld><a:p><a:t>${text}</a:t></a:p></p:sld>`,
  ])
  return zip({ '[Content_Types].xml': '<Types/>', ...Object.fromEntries(named) })
}

/** The smallest PDF with this text; `more` is added to its catalogue, `trailer` to its trailer. */
export function aPdf(text: string, more = '', trailer = ''): Buffer {
  return pagesPdf([`BT /F1 12 Tf 20 200 Td (${text}) Tj ET`], '', more, trailer)
}

const helvetica = ['<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>']

/**
 * A PDF with one page for each content; `more` is added to each page; `fonts` are the objects of font F1, the first of
 * which is object 3.
 */
export function pagesPdf(contents: string[], more = '', catalog = '', trailer = '', fonts = helvetica): Buffer {
  const first = 3 + fonts.length
  const pages = contents.map((_, at) => first + 2 * at)
  return pdfOf(
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      `<</Type/Pages/Kids[${pages.map(page => `${page} 0 R`).join(' ')}]/Count ${pages.length}>>`,
      ...fonts,
      ...contents.flatMap((content, at) => [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents ${first + 2 * at + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>${more}>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ]),
    ],
    trailer,
  )
}

/** One line in a font that is not embedded and whose codes are those of a predefined CMap. */
export function pdfInCMap(cmap: string, collection: string, codes: Buffer): Buffer {
  const fonts = [
    `<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/${cmap}/DescendantFonts[4 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(${collection})/Supplement 0>>/FontDescriptor 5 0 R/DW 1000>>`,
    '<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
  ]
  return pagesPdf([`BT /F1 12 Tf 20 200 Td <${codes.toString('hex')}> Tj ET`], '', '', '', fonts)
}

function pdfOf(objects: string[], trailer: string): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj${object}endobj\n`
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>`
  return Buffer.from(`${file}${end}\nstartxref\n${file.length}\n%%EOF`, 'latin1')
}

/** A PDF with an unknown password. */
export function lockedPdf(): Buffer {
  const key = '5a'.repeat(32)
  const id = `<${'00'.repeat(16)}>`
  return aPdf('Secret', '', `/ID[${id}${id}]/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${key}>/U<${key}>>>`)
}
