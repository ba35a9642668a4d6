import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Checkbox, Radio } from 'antd'
import { CircleCheck, CircleOff, FolderTree, Gauge, Trash2 } from 'lucide-react'
import { listWordCategories } from '#contract/word.api.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { type BulkAct, type BulkFormProps, type BulkTrialProps, bulkAct } from '#web/ui/list/list-config.ts'
import { type WordChange, WordChangeTrial } from './change-trial.tsx'
import { wordMessages } from './messages.ts'
import { bulkWords, type WordPatch } from './word.ts'
import { LevelMark } from './word-cells.tsx'

type TranslateFn = Translate<(typeof wordMessages)['zh-CN']>

export function wordBulkActs(t: TranslateFn): BulkAct[] {
  const update = (patch: WordPatch | null, target: Parameters<BulkAct['run']>[0]) =>
    bulkWords({ act: 'update', patch: patch ?? {} }, target)
  const updated = (count: number) => t('bulkUpdated', { count })
  return [
    bulkAct({
      id: 'on',
      label: t('turnOn'),
      icon: CircleCheck,
      Trial: ({ target }) => <BulkTrial target={target} value={{ enabled: true }} />,
      run: target => update({ enabled: true }, target),
      done: updated,
    }),
    bulkAct({
      id: 'off',
      label: t('turnOff'),
      icon: CircleOff,
      Trial: ({ target }) => <BulkTrial target={target} value={{ enabled: false }} />,
      run: target => update({ enabled: false }, target),
      done: updated,
    }),
    bulkAct({
      id: 'level',
      label: t('setLevel'),
      short: t('level'),
      icon: Gauge,
      Form: LevelForm,
      Trial: BulkTrial,
      run: (target, patch) => update(patch, target),
      done: updated,
    }),
    bulkAct({
      id: 'category',
      label: t('setCategory'),
      short: t('category'),
      icon: FolderTree,
      Form: CategoryForm,
      run: (target, patch) => update(patch, target),
      done: updated,
    }),
    bulkAct({
      id: 'delete',
      label: t('delete'),
      icon: Trash2,
      isDanger: true,
      explain: t('bulkDeleteText'),
      Trial: ({ target }) => <WordChangeTrial change={bulkChange({ act: 'delete' }, target)} />,
      run: target => bulkWords({ act: 'delete' }, target),
      done: count => t('bulkDeleted', { count }),
    }),
  ]
}

function bulkChange(body: Pick<NonNullable<WordChange['bulk']>, 'act' | 'patch'>, target: object): WordChange {
  return { bulk: { ...body, ...target } }
}

function BulkTrial({ target, value }: BulkTrialProps<WordPatch>) {
  return <WordChangeTrial change={value && bulkChange({ act: 'update', patch: value }, target)} />
}

function LevelForm({ value, onChange }: BulkFormProps<{ level: number }>) {
  const t = useT(wordMessages)
  return (
    <Radio.Group
      vertical
      aria-label={t('level')}
      value={value?.level}
      options={[3, 2, 1].map(level => ({ value: level, label: <LevelMark level={level} /> }))}
      onChange={event => onChange({ level: event.target.value as number })}
    />
  )
}

/** Categories in use. */
export function useWordCategories() {
  const { data, isPending } = useQuery({ ...endpointQuery(listWordCategories, {}), staleTime: 60_000 })
  return { items: data?.items ?? [], isPending }
}

function CategoryForm({ value, onChange }: BulkFormProps<{ category: string | null }>) {
  const t = useT(wordMessages)
  const { items } = useWordCategories()
  const isNone = value !== null && value.category === null
  return (
    <div className="stack gap-3">
      <AutoComplete<string>
        autoFocus
        aria-label={t('category')}
        disabled={isNone}
        value={value?.category ?? ''}
        options={items.map(({ category }) => ({ value: category }))}
        onChange={category => onChange(category?.trim() ? { category } : null)}
      />
      <Checkbox checked={isNone} onChange={event => onChange(event.target.checked ? { category: null } : null)}>
        {t('noCategory')}
      </Checkbox>
    </div>
  )
}
