import { Button, Input, Select } from 'antd'
import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { type AliasNoteRead, aliasKinds, aliasKindWords, isLanguage } from '#contract/alias.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useLanguageName } from '#web/ui/schema/alias-text.ts'
import css from './alias-field.module.css'
import { type ControlProps, Field, type FieldProps } from './field.tsx'
import { formMessages } from './messages.ts'
import { splitLines } from './text.ts'

/** An alias as the form holds it: one row for each of its kinds. */
type AliasRow = { alias: string; kind: string | null; lang: string | null }

const emptyRow: AliasRow = { alias: '', kind: null, lang: null }

function rowsOf(aliases: readonly string[], notes: readonly AliasNoteRead[]): AliasRow[] {
  const own = Map.groupBy(notes, ({ alias }) => alias)
  return aliases.flatMap(alias => own.get(alias) ?? [{ ...emptyRow, alias }])
}

/** The values of the rows: empty rows are dropped, and duplicate aliases are combined. */
function valuesOf(rows: readonly AliasRow[]): { aliases: string[]; notes: AliasNoteRead[] } {
  const filled = rows.map(row => ({ ...row, alias: row.alias.trim() })).filter(({ alias }) => alias !== '')
  return {
    aliases: [...new Set(filled.map(({ alias }) => alias))],
    notes: filled.filter(({ kind, lang }) => kind !== null || lang !== null),
  }
}

/** Inserts pasted lines into a row: the first is joined with its text, the others become plain aliases below it. */
function withLines(rows: readonly AliasRow[], at: number, texts: readonly string[]): AliasRow[] {
  const [first = '', ...more] = texts
  return rows.flatMap((row, n) =>
    n === at ? [{ ...row, alias: first }, ...more.map(alias => ({ ...emptyRow, alias }))] : [row],
  )
}

/** Aliases, a row each; `alias_notes` holds their kinds and languages. */
export function AliasField(field: FieldProps) {
  const t = useT(formMessages)
  const { field: noted } = useController({ name: 'alias_notes' })
  return (
    <Field isWide {...field} hint={t('aliasHint')}>
      {({ value, set, blur, control }) => (
        <AliasRows
          label={field.label}
          aliases={Array.isArray(value) ? (value as string[]) : []}
          notes={Array.isArray(noted.value) ? (noted.value as AliasNoteRead[]) : []}
          control={control}
          blur={blur}
          onChange={values => {
            set(values.aliases)
            noted.onChange(values.notes)
          }}
        />
      )}
    </Field>
  )
}

type AliasValues = ReturnType<typeof valuesOf>
type RowsProps = {
  label: string
  aliases: string[]
  notes: AliasNoteRead[]
  control: ControlProps
  blur: () => void
  onChange: (values: AliasValues) => void
}

/** Enter adds a row, Backspace in an empty one removes it, pasted lines become rows. */
function AliasRows({ label, aliases, notes, control, blur, onChange }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState<AliasRow[]>([])
  // Empty rows exist only here; if the form's values were changed elsewhere, they take precedence.
  const normalised = { aliases, notes: valuesOf(rowsOf(aliases, notes)).notes }
  const isMine = JSON.stringify(valuesOf(draft)) === JSON.stringify(normalised)
  const known = isMine ? draft : rowsOf(aliases, notes)
  const rows = known.length > 0 ? known : [emptyRow]

  function write(next: AliasRow[], focusAt?: number) {
    setDraft(next)
    onChange(valuesOf(next))
    if (focusAt !== undefined)
      requestAnimationFrame(() => box.current?.querySelectorAll<HTMLElement>('input[data-alias]')[focusAt]?.focus())
  }
  const change = (at: number, part: Partial<AliasRow>) =>
    write(rows.map((row, n) => (n === at ? { ...row, ...part } : row)))
  const remove = (at: number) =>
    write(
      rows.filter((_, n) => n !== at),
      Math.max(0, at - 1),
    )
  function onKey(event: KeyboardEvent, at: number) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      write(rows.toSpliced(at + 1, 0, emptyRow), at + 1)
    }
    if (event.key === 'Backspace' && rows[at]?.alias === '' && rows.length > 1) {
      event.preventDefault()
      remove(at)
    }
  }
  function onPaste(event: ClipboardEvent<HTMLInputElement>, at: number) {
    const pasted = event.clipboardData.getData('text')
    if (!/[\r\n]/.test(pasted)) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const text = value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length)
    const lines = splitLines(text.replaceAll('\r', '\n'))
    write(withLines(rows, at, lines), at + lines.length - 1)
  }

  return (
    <div ref={box} className={css.rows}>
      {rows.map((row, at) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows can be equal; a row is identified by its position.
          key={at}
          row={row}
          control={at === 0 ? control : { status: control.status }}
          name={`${label} ${at + 1}`}
          onChange={part => change(at, part)}
          onBlur={blur}
          onKey={event => onKey(event, at)}
          onPaste={event => onPaste(event, at)}
          onRemove={() => remove(at)}
        />
      ))}
    </div>
  )
}

/** The most frequent languages of names; any other is typed as its code. */
const commonLanguages = [
  'zh',
  'zh-Hant',
  'en',
  'ru',
  'uk',
  'ar',
  'fa',
  'he',
  'ja',
  'ko',
  'fr',
  'de',
  'es',
  'pt',
  'tr',
  'hi',
  'vi',
]

type RowProps = {
  row: AliasRow
  name: string
  control: Partial<ControlProps>
  onChange: (part: Partial<AliasRow>) => void
  onBlur: () => void
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
  onRemove: () => void
}

function Row({ row, name, control, onChange, onBlur, onKey, onPaste, onRemove }: RowProps) {
  const t = useT(formMessages)
  const locale = useLocale()
  const languageName = useLanguageName()
  const [typed, setTyped] = useState('')
  const codes = [
    ...new Set([...commonLanguages, ...(row.lang ? [row.lang] : []), ...(isLanguage(typed) ? [typed] : [])]),
  ]
  return (
    <div className={css.row}>
      <Input
        {...control}
        data-alias
        dir="auto"
        aria-label={name}
        value={row.alias}
        autoComplete="off"
        onChange={event => onChange({ alias: event.target.value })}
        onBlur={onBlur}
        onKeyDown={onKey}
        onPaste={onPaste}
      />
      <Select<string | null>
        aria-label={t('aliasKindOf', { name })}
        value={row.kind ?? undefined}
        placeholder={t('aliasKind')}
        allowClear
        options={aliasKinds.map(kind => ({ value: kind, label: aliasKindWords[kind][locale] }))}
        onChange={next => onChange({ kind: next ?? null })}
      />
      <Select<string | null>
        aria-label={t('aliasLanguageOf', { name })}
        value={row.lang ?? undefined}
        placeholder={t('language')}
        allowClear
        showSearch={{ optionFilterProp: 'search', onSearch: setTyped }}
        options={codes.map(code => ({
          value: code,
          label: languageName(code),
          search: `${languageName(code)} ${code}`,
        }))}
        onChange={next => onChange({ lang: next ?? null })}
      />
      <Button
        type="text"
        icon={<X size={14} aria-hidden />}
        aria-label={t('aliasRemove', { name: row.alias || name })}
        onClick={onRemove}
      />
    </div>
  )
}
