import { X } from 'lucide-react'
import { useT } from '#web/platform/i18n.ts'
import css from './attachment.module.css'
import { sendable } from './calls.ts'
import { DropArea } from './drop-area.tsx'
import { attachmentMessages } from './messages.ts'
import { attachmentSize } from './size-text.ts'

type Props = { files: readonly File[]; onChange: (files: File[]) => void }

/** Files for a record that does not exist yet: they wait here and are sent after the record is created. */
export function FilePicks({ files, onChange }: Props) {
  const t = useT(attachmentMessages)
  return (
    <div className="grid gap-3">
      {files.length > 0 && (
        <ul className={css.files} aria-label={t('chosen')}>
          {files.map((file, at) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={css.file}>
              <span className={css.name} title={file.name}>
                {file.name}
              </span>
              <small>{attachmentSize(file.size)}</small>
              <button
                type="button"
                className={css.act}
                aria-label={t('takeAway', { name: file.name })}
                title={t('takeAway', { name: file.name })}
                onClick={() => onChange(files.filter((_, each) => each !== at))}
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <DropArea takesPaste onFiles={added => onChange([...files, ...sendable(added)])} />
    </div>
  )
}
