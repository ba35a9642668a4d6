import {
  Archive,
  File,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  Mail,
  Presentation,
} from 'lucide-react'
import type { Upload } from '#contract/upload.api.ts'
import type { UploadKind, UploadStatus } from '#contract/upload-state.ts'
import { useT } from '#web/platform/i18n.ts'
import { flagMessages, kindMessages, statusMessages } from './formatter-messages.ts'
import css from './upload.module.css'

const icons: Record<UploadKind, LucideIcon> = {
  pdf: FileText,
  document: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
  html: FileCode,
  text: FileText,
  image: FileImage,
  mail: Mail,
  archive: Archive,
  other: File,
}

export function KindIcon({ kind, size = 16 }: { kind: UploadKind | null; size?: number }) {
  const Icon = icons[kind ?? 'other']
  return <Icon size={size} aria-hidden className="rigid faint" />
}

export function KindText({ kind }: { kind: UploadKind | null }) {
  const word = useT(kindMessages)
  return kind && word(kind)
}

export function StatusTag({ status }: { status: UploadStatus }) {
  const word = useT(statusMessages)
  return (
    <span className={css.status} data-status={status}>
      {word(status)}
    </span>
  )
}

const grave: ReadonlySet<string> = new Set(['eicar', 'script', 'macro', 'external'])

/** Warnings for the reviewer before the file is opened; each flag has a tooltip. */
export function Flags({ flags }: { flags: Upload['flags'] }) {
  const word = useT(flagMessages)
  if (flags.length === 0) return null
  return (
    <span className={css.flags}>
      {flags.map(flag => (
        <span key={flag} className={css.flag} data-grave={grave.has(flag)} title={word(`${flag}Text`)}>
          {word(flag)}
        </span>
      ))}
    </span>
  )
}
