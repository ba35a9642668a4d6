import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import type { Entity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import css from './claim.module.css'
import { factMessages } from './fact-messages.ts'
import { queryRecord } from './query-record.ts'

const RecordFact = lazy(() => import('./record-fact.tsx'))

/** Shows the button below a record's facts that adds a missing fact with its source. */
export default function AddFact({ noun, id }: { noun: Entity; id: number }) {
  const t = useT(factMessages)
  const [isOpen, setIsOpen] = useState(false)
  // The page has already loaded this record: the query answers from the cache.
  const { data } = useQuery(queryRecord(noun, id))
  const record = data as { can: readonly string[] } | undefined
  if (!record?.can.includes('update')) return null
  return (
    <>
      <Button
        type="text"
        size="small"
        className={css.add}
        icon={<Plus size={14} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('addTitle')}
      </Button>
      <LazyDialog>
        {isOpen && <RecordFact draft={{ words: '', proposed: { noun, id } }} onClose={() => setIsOpen(false)} />}
      </LazyDialog>
    </>
  )
}
