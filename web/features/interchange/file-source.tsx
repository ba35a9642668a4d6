import { type Interchange, setInterchangeSource } from '#contract/interchange.api.ts'
import { sourceSource } from '#web/features/source/source.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { interchangeMessages } from './messages.ts'

/**
 * The source whose ids the file contains: it decides which existing records match the file's entities. Another choice
 * restarts the dry run.
 */
export function FileSource({ current }: { current: Interchange }) {
  const t = useT(interchangeMessages)
  const choose = async (source_id: number | null) => {
    try {
      await call(setInterchangeSource, { params: { id: current.id }, body: { source_id } })
      await refresh('interchange')
    } catch (error) {
      showError(error)
    }
  }
  return (
    <section className="stack gap-2">
      <label htmlFor="interchange-source" className="strong">
        {t('source')}
      </label>
      <RecordPicker
        id="interchange-source"
        source={sourceSource}
        value={current.source_id}
        onChange={value => void choose(value)}
        placeholder={t('ownSource', { name: current.file_name })}
        aria-describedby="interchange-source-hint"
      />
      <p id="interchange-source-hint" className="small quiet">
        {t('sourceHint')}
      </p>
    </section>
  )
}
