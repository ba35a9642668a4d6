import { Select, type SelectProps, Spin } from 'antd'
import { Plus } from 'lucide-react'
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import { pickerMessages } from './messages.ts'
import css from './picker.module.css'
import type { PickerItem, RecordSource } from './record-source.ts'
import { useChosenItems, useRecordItems } from './use-record-items.ts'

type SelectPassthrough = Pick<SelectProps, 'id' | 'status' | 'placeholder' | 'disabled' | 'onBlur' | 'style'> & {
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
  'aria-required'?: boolean
}

type SinglePickerProps = { isMultiple?: false; value: number | null; onChange: (value: number | null) => void }
type Many = { isMultiple: true; value: readonly number[]; onChange: (value: number[]) => void }

type RecordPickerProps = SelectPassthrough & (SinglePickerProps | Many) & { source: RecordSource }

type Offer = { value: number; label: string; hint?: string | undefined; isNew?: boolean }

const nearEndPx = 120
/** The value of the option "create this name", which makes it reachable by keyboard like any other option. */
const newValue = 0

/**
 * Chooses records of any entity: searches and pages on the server, always shows the chosen ones, can create new ones.
 */
export function RecordPicker({ source, isMultiple, value, onChange, ...passed }: RecordPickerProps) {
  const t = useT(pickerMessages)
  const regionName = useRegionName()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [made, setMade] = useState<PickerItem[]>([])
  const [isMaking, setIsMaking] = useState(false)
  const name = typed.trim()
  const found = useRecordItems(source, name, isOpen)
  const ids = isMultiple ? value : value === null ? [] : [value]
  const chosen = useChosenItems(source, ids)
  const isWaiting = found.isLoading
  // Creation is asynchronous: the form's value might have changed meanwhile.
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })

  function labelOf(id: number): string {
    const item = [...found.items, ...made].find(each => each.id === id) ?? chosen?.get(id)
    if (item) return item.label
    return chosen ? t('unseen', { id: String(id) }) : '…'
  }

  async function make(): Promise<void> {
    if (!source.create || isMaking) return
    setIsMaking(true)
    try {
      const item = await source.create(name)
      setMade(before => [...before, item])
      const now = latest.current as SinglePickerProps | Many
      if (isMultiple) (now as Many).onChange([...(now as Many).value, item.id])
      else (now as SinglePickerProps).onChange(item.id)
    } catch (error) {
      showError(error)
    } finally {
      setIsMaking(false)
    }
  }

  function change(next: number | number[] | null | undefined) {
    setTyped('')
    if ([next].flat().includes(newValue)) void make()
    else if (isMultiple) onChange(Array.isArray(next) ? next : [])
    else onChange(typeof next === 'number' ? next : null)
  }

  function onScroll({ currentTarget: list }: UIEvent<HTMLElement>) {
    if (list.scrollTop + list.clientHeight > list.scrollHeight - nearEndPx) found.loadMore()
  }

  const offers: Offer[] = found.items.map(({ id, label, region, hint }) => ({
    value: id,
    label,
    hint: [region && regionName(region), hint].filter(Boolean).join(' · '),
  }))
  const isNew = source.create && name !== '' && !isWaiting && !found.items.some(item => isCalled(item, name))
  if (isNew) offers.push({ value: newValue, label: t('create', { name }), isNew })

  return (
    <Select<number | number[], Offer>
      {...passed}
      mode={isMultiple ? 'multiple' : undefined}
      value={isMultiple ? [...value] : (value ?? undefined)}
      onChange={change}
      options={offers}
      labelRender={({ value: id }) => labelOf(Number(id))}
      optionRender={({ data }) => <Option {...data} />}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      allowClear
      loading={isMaking}
      open={isOpen}
      onOpenChange={setIsOpen}
      onPopupScroll={onScroll}
      maxTagCount="responsive"
      notFoundContent={isWaiting ? t('searching') : name ? t('nothing', { name }) : t('empty')}
      popupRender={menu => (
        <Popup
          menu={menu}
          hasFailed={found.hasFailed}
          onRetry={found.retry}
          isWaiting={isWaiting && offers.length > 0}
          more={found.hasMore ? t('more', { total: found.total }) : ''}
        />
      )}
    />
  )
}

type PopupProps = { menu: ReactNode; hasFailed: boolean; onRetry: () => void; isWaiting: boolean; more: string }

function Popup({ menu, hasFailed, onRetry, isWaiting, more }: PopupProps) {
  const t = useT(pickerMessages)
  if (hasFailed) return <Failure onRetry={onRetry}>{t('failed')}</Failure>
  return (
    <>
      {menu}
      {isWaiting ? (
        <div className={css.more}>
          <Spin size="small" /> {t('searching')}
        </div>
      ) : (
        more && <div className={css.more}>{more}</div>
      )}
    </>
  )
}

function isCalled(item: PickerItem, name: string): boolean {
  return item.label.trim().toLowerCase() === name.toLowerCase()
}

function Option({ label, hint, isNew }: Offer) {
  return (
    <span className={css.option} title={label}>
      {isNew && <Plus size={14} aria-hidden />}
      <span className={css.name}>{label}</span>
      {hint && <small>{hint}</small>}
    </span>
  )
}
