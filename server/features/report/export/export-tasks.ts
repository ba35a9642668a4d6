import type { Node, Source } from './export-tree.ts'
import type { ExportWords } from './export-words.ts'

/** A picture as it is set into a file: PNG or JPEG. */
export type Picture = { id: number; type: 'png' | 'jpg'; width: number; height: number; bytes: Uint8Array }

/** How files of the house look (contract/report-template.ts); the logo is a PNG. */
export type House = {
  organisation: string
  marking: string | null
  color: string
  logo: { width: number; height: number; bytes: Uint8Array } | null
}

/** A report ready to be set: everything in it is plain text. */
export type ExportData = {
  locale: 'zh-CN' | 'en-US'
  house: House
  /** A profile is set small and close, without a table of contents; its face is the first picture. */
  form: 'report' | 'profile'
  number: string
  title: string
  author: string
  /** What stands under the title, name and value. */
  facts: [string, string][]
  summary: string[]
  blocks: Node[]
  evidence: Source[]
  words: ExportWords
  pictures: Picture[]
}

export type ExportTask = { format: 'docx' | 'pdf' | 'md'; data: ExportData }
