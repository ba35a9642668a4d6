import { Button } from 'antd'
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, type LucideIcon, Pencil } from 'lucide-react'
import { useState } from 'react'
import { type CustomField, customKindWords, orderCustomFields, updateCustomField } from '#contract/custom_field.api.ts'
import type { Entity } from '#contract/registry.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import { customFieldMessages } from './messages.ts'

type Props = { noun: Entity; fields: readonly CustomField[]; onEdit: (field: CustomField) => void }

/** The custom fields of one entity in the order of its form. */
export function CustomFieldTable({ noun, fields, onEdit }: Props) {
  const t = useT(customFieldMessages)
  const locale = useLocale()
  const [isBusy, setIsBusy] = useState(false)
  const inUse = fields.filter(field => field.retired_at === null)

  async function change(run: () => Promise<unknown>, success?: string) {
    if (isBusy) return
    setIsBusy(true)
    try {
      await run()
      if (success) notifySuccess(success)
    } catch (error) {
      showError(error)
    }
    await refresh('custom_field')
    setIsBusy(false)
  }
  function move(from: number, by: number) {
    const ids = inUse.map(field => field.id)
    const [id] = ids.splice(from, 1)
    if (id !== undefined) ids.splice(from + by, 0, id)
    return change(() => call(orderCustomFields, { body: { noun, ids } }))
  }
  function retire({ id, rev, name, retired_at }: CustomField) {
    const body = { rev, is_retired: retired_at === null }
    const text = t(retired_at === null ? 'retiredNamed' : 'reinstatedNamed', { name })
    return change(() => call(updateCustomField, { params: { id }, body }), text)
  }

  const columns: RowColumn<CustomField>[] = [
    {
      id: 'name',
      title: t('name'),
      width: 360,
      cell: ({ name, eng_name, retired_at }) => (
        <span className={retired_at ? 'faint break' : 'break'}>
          <span className="strong">{name}</span> {eng_name && <span className="quiet">{eng_name}</span>}{' '}
          {retired_at && <span className="chip framed">{t('retired')}</span>}
        </span>
      ),
    },
    { id: 'kind', title: t('kind'), width: 120, cell: ({ kind }) => customKindWords[kind][locale] },
    {
      id: 'choices',
      title: t('choices'),
      from: 'sm',
      cell: ({ choices }) => <span className="quiet break">{choices.join(' · ')}</span>,
    },
    {
      id: 'acts',
      title: <span className="visually-hidden">{t('acts')}</span>,
      isNumber: true,
      width: 160,
      cell: field => {
        const at = inUse.indexOf(field)
        const act = (label: string, Icon: LucideIcon, run: () => unknown, isOff = false) => (
          <Button
            type="text"
            size="small"
            icon={<Icon size={14} aria-hidden />}
            title={label}
            aria-label={t('actOn', { act: label, name: field.name })}
            disabled={isOff || isBusy}
            onClick={() => void run()}
          />
        )
        return (
          <span className="flex to-end">
            {at >= 0 && act(t('up'), ArrowUp, () => move(at, -1), at === 0)}
            {at >= 0 && act(t('down'), ArrowDown, () => move(at, 1), at === inUse.length - 1)}
            {at >= 0 && act(t('edit'), Pencil, () => onEdit(field))}
            {act(t(field.retired_at ? 'reinstate' : 'retire'), field.retired_at ? ArchiveRestore : Archive, () =>
              retire(field),
            )}
          </span>
        )
      },
    },
  ]
  return <RowTable rows={fields} rowId={({ id }) => id} columns={columns} empty={t('empty')} />
}
