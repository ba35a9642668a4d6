import { sourceSource } from '#web/features/source/source.ts'
import { useT } from '#web/platform/i18n.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { importMessages } from './messages.ts'

type Props = { value: number | null; fileName: string; onChange: (source: number | null) => void }

/** The source of the ids and statements in the file. Without a choice, a source is created for the file. */
export function PlanSource({ value, fileName, onChange }: Props) {
  const t = useT(importMessages)
  return (
    <div className="stack gap-2">
      <label htmlFor="import-source" className="quiet">
        {t('source')}
      </label>
      <RecordPicker
        id="import-source"
        source={sourceSource}
        value={value}
        onChange={onChange}
        placeholder={t('ownSource', { name: fileName })}
        aria-describedby="import-source-hint"
      />
      <span id="import-source-hint" className="small quiet">
        {t('sourceHint')}
      </span>
    </div>
  )
}
