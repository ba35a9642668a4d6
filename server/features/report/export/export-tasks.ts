import type { ReportNode, ReportSource } from './export-tree.ts'
import type { ExportWords } from './export-words.ts'

/** A picture to be included in a file: PNG or JPEG. */
export type ExportPicture = { id: number; type: 'png' | 'jpg'; width: number; height: number; bytes: Uint8Array }

/** The organisation's report template (contract/report-template.api.ts); the logo is a PNG. */
export type ExportTemplate = {
  organisation: string
  marking: string | null
  color: string
  logo: { width: number; height: number; bytes: Uint8Array } | null
}

/** A report ready for export: all of its strings are plain text. */
export type ExportData = {
  locale: 'zh-CN' | 'en-US'
  house: ExportTemplate
  /** A profile has small, dense type and no table of contents; its portrait is the first picture. */
  form: 'report' | 'profile'
  number: string
  title: string
  author: string
  /** Pairs of name and value below the title. */
  facts: [string, string][]
  summary: string[]
  blocks: ReportNode[]
  evidence: ReportSource[]
  words: ExportWords
  pictures: ExportPicture[]
}

export type ExportTask = { format: 'docx' | 'pdf' | 'md'; data: ExportData }
