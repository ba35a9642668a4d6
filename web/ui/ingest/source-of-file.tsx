import { useId } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import type { RecordSource } from '#web/ui/picker/record-source.ts'
import { ingestMessages } from './messages.ts'

type Props = {
  sources: RecordSource
  value: number | null
  fileName: string
  onChange: (source: number | null) => void
}

/** The source of the ids and statements in a file. Without a choice, a source is created for the file. */
export function SourceOfFile({ sources, value, fileName, onChange }: Props) {
  const t = useT(ingestMessages)
  const id = useId()
  return (
    <div className="stack gap-2">
      <label htmlFor={id} className="quiet">
        {t('source')}
      </label>
      <RecordPicker
        id={id}
        source={sources}
        value={value}
        onChange={onChange}
        placeholder={t('ownSource', { name: fileName })}
        aria-describedby={`${id}-hint`}
      />
      <span id={`${id}-hint`} className="small quiet">
        {t('idsOfSource')}
      </span>
    </div>
  )
}
