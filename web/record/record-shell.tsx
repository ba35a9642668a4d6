import { Button } from 'antd'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { recordMessages } from './messages.ts'
import { FactMarks, RecordParts, useRegisteredTabs } from './parts.tsx'
import css from './record.module.css'
import { type OwnActs, RecordActs } from './record-acts.tsx'
import type { PageRecord } from './record-calls.ts'
import type { RecordConfig } from './record-config.ts'
import { type PageFact, RecordPage, type RecordTab } from './record-page.tsx'
import { useOverview } from './use-overview.ts'

type Props<R extends PageRecord> = {
  config: RecordConfig<R>
  record: R
  icon?: ReactNode
  /** If absent, the record's name. */
  title?: string
  subtitle?: string | null
  named?: { title: string; subtitle?: string }
  marks?: ReactNode
  acts?: OwnActs
  /** Renders the form when it is opened. */
  form: (onClose: () => void) => ReactNode
  /** Link to the list, if it is not the whole list. */
  back?: ReactNode
  banner?: ReactNode
  factsLabel?: string
  facts: readonly PageFact[]
  /** The entity's own tabs; those of other features are between them. */
  first: readonly RecordTab[]
  last: readonly RecordTab[]
}

/** The page of one record of any entity: name, actions, facts and tabs, its own and those that features registered. */
export function RecordShell<R extends PageRecord>(props: Props<R>) {
  const { config, record, acts, form, back, banner, factsLabel, first, last, ...shown } = props
  const t = useT(config.texts)
  const tRecord = useT(recordMessages)
  const [isEditing, setIsEditing] = useState(false)
  const edit = () => setIsEditing(true)
  const mayEdit = record.can.includes('update')
  const lacksDesc = mayEdit && 'desc' in record && !record.desc
  const { data: overview } = useOverview(config.overview, record.id)
  const others = useRegisteredTabs({ noun: config.noun, record, onEdit: edit })
  return (
    <RecordPage
      {...shown}
      back={
        back ?? (
          <PageLink to={config.list}>
            <ChevronLeft size={16} aria-hidden />
            {t('list')}
          </PageLink>
        )
      }
      title={props.title ?? config.nameOf(record)}
      marks={
        <>
          {props.marks}
          {lacksDesc && (
            <Button type="link" size="small" className={css.addDesc} onClick={edit}>
              {tRecord('addDesc')}
            </Button>
          )}
        </>
      }
      acts={
        <>
          <RecordActs {...acts} config={config} record={record} onEdit={mayEdit ? edit : null} />
          <LazyDialog>{isEditing && form(() => setIsEditing(false))}</LazyDialog>
        </>
      }
      banner={
        <>
          {banner}
          <RecordParts place="banner" noun={config.noun} id={record.id} />
        </>
      }
      factsLabel={factsLabel ?? tRecord('facts')}
      markOf={field => <FactMarks noun={config.noun} id={record.id} field={field} />}
      belowFacts={<RecordParts place="facts" noun={config.noun} id={record.id} />}
      tabs={[...first, ...others, ...last]}
      counts={overview?.counts}
    />
  )
}
