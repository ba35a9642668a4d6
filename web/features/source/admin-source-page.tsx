import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { reliabilityWords, sourceKindWords, sourceSchema } from '#contract/entities/source.schema.ts'
import { editors } from '#contract/role.ts'
import { listSources, type Source } from '#contract/source.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { one, useGo, usePage } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { emptyTrash, recordBulkActs } from '#web/record/bulk-acts.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { EditButton } from '#web/ui/list/cells.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { Column, FilterConfig, ListConfig } from '#web/ui/list/list-config.ts'
import { sourceListMessages } from './messages.ts'
import { SourceForm } from './source.ts'
import { sourceCalls } from './source-calls.ts'
import { useSourceColumns } from './source-columns.tsx'

type OpenDialog = { source?: Source } | null

/** `/admin/source`: the sources of facts. */
export default function AdminSourcePage() {
  const t = useT(sourceListMessages)
  const locale = useLocale()
  const go = useGo()
  const isTrash = one(usePage().search.trash) === 'true'
  const [opened, setOpened] = useState<OpenDialog>(null)
  const facts = useSourceColumns(isTrash)
  const columns = useMemo(() => {
    const acts: Column<Source> = {
      id: 'acts',
      title: t('acts'),
      cell: source =>
        source.can.includes('update') && <EditButton name={source.name} onEdit={() => setOpened({ source })} />,
      width: 44,
      isActs: true,
      fields: [],
    }
    return isTrash ? facts : [...facts, acts]
  }, [t, facts, isTrash])
  const filters = useMemo<FilterConfig[]>(() => {
    const options = (words: Record<string, { [K in typeof locale]: string }>) =>
      Object.entries(words).map(([value, word]) => ({ value, label: word[locale] }))
    return [
      { id: 'kind', label: sourceSchema.kind.label[locale], kind: 'options', options: options(sourceKindWords) },
      {
        id: 'reliability',
        label: sourceSchema.reliability.label[locale],
        kind: 'options',
        options: options(reliabilityWords),
      },
      { id: 'withdrawn', label: t('withdrawn'), kind: 'switch' },
      { id: 'restricted', label: t('restricted'), kind: 'switch', isRare: true },
      { id: 'trash', label: t('trash'), kind: 'switch', isRare: true },
    ]
  }, [t, locale])
  const config = useMemo<ListConfig<Source>>(() => {
    const add = (
      <Permitted roles={editors}>
        <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({})}>
          {t('add')}
        </Button>
      </Permitted>
    )
    return {
      name: 'admin_source',
      noun: 'source',
      title: t('title'),
      endpoint: listSources,
      columns,
      filters,
      defaultSort: '-updated_at',
      searchHint: t('search'),
      rowId: source => source.id,
      rowName: source => source.name,
      ...(!isTrash && {
        open: (source: Source) => go('source_detail', { params: { id: source.id } }),
        edit: (source: Source) => source.can.includes('update') && setOpened({ source }),
      }),
      bulkActs: recordBulkActs({ noun: 'source', calls: sourceCalls, words: sourceListMessages, isTrash, own: [] }),
      primary: add,
      sideFilter: 'trash',
      empty: isTrash ? emptyTrash(sourceListMessages) : { title: t('emptyTitle'), text: t('emptyText') },
    }
  }, [t, go, columns, filters, isTrash])
  return (
    <>
      <List config={config} />
      <LazyDialog>{opened && <SourceForm source={opened.source} onClose={() => setOpened(null)} />}</LazyDialog>
    </>
  )
}
