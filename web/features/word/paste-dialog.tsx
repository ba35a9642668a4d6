import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Input, Modal, Radio, Select } from 'antd'
import { FileUp } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { cutText } from '#contract/text.ts'
import { wordKinds } from '#contract/word.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText, refresh } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useWordCategories } from './bulk-acts.tsx'
import { WordChangeTrial } from './change-trial.tsx'
import { wordMessages } from './messages.ts'
import { pasteMessages } from './paste-messages.ts'
import css from './word.module.css'
import { type PasteInput, type PasteResult, sendPaste, wordPartsOf } from './word.ts'
import { LevelMark } from './word-cells.tsx'

const maxReportedLines = 200

/** The effect of a list: the totals, and the lines that are not simply new. */
function PastePreview({ pasted, isChecking }: { pasted: PasteResult | undefined; isChecking: boolean }) {
  const t = useT(pasteMessages)
  if (!pasted) return <p className={css.quiet}>{isChecking ? t('checking') : ''}</p>
  const sums = ['added', 'updated', 'kept', 'invalid'] as const
  return (
    <section
      className={css.preview}
      data-checking={isChecking ? '' : undefined}
      aria-busy={isChecking}
      aria-live="polite"
    >
      <ul className={css.sums}>
        {sums.map(sum => (
          <li key={sum} data-sum={sum} data-none={pasted[sum] === 0 ? '' : undefined}>
            <b>{pasted[sum].toLocaleString('en-US')}</b> {t(sum)}
          </li>
        ))}
      </ul>
      {pasted.lines.length > 0 && <Lines lines={pasted.lines} />}
    </section>
  )
}

function Lines({ lines }: { lines: PasteResult['lines'] }) {
  const t = useT(pasteMessages)
  const word = (outcome: PasteResult['lines'][number]['outcome']) =>
    outcome === 'existing' || outcome === 'updated' ? t(`is_${outcome}`) : t(outcome)
  return (
    <div className={css.lines}>
      <table className="table">
        <thead>
          <tr>
            <th>{t('line')}</th>
            <th>{t('content')}</th>
            <th>{t('outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, text, outcome }) => (
            <tr key={line} data-outcome={outcome}>
              <td>{line}</td>
              <td title={text}>{text}</td>
              <td>{word(outcome)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length >= maxReportedLines && <p className={css.quiet}>{t('more', { count: maxReportedLines })}</p>}
    </div>
  )
}

const typingMs = 400

type Choice = Required<Pick<PasteInput, 'kind' | 'level' | 'existing'>> & { category: string }

/** Adds a list of words after a preview of its effect. */
export default function PasteDialog({ onClose }: { onClose: () => void }) {
  const t = useT(pasteMessages)
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<Choice>({ kind: 'word', level: 2, existing: 'keep', category: '' })
  const [progress, setProgress] = useState<[number, number] | null>(null)
  const [failure, setFailure] = useState('')
  const settled = useDebounced(text, typingMs)
  const inputOf = (of: string): PasteInput => ({ ...choice, text: of, category: choice.category.trim() || null })
  const preview = useQuery({
    queryKey: ['word', 'paste', settled, choice],
    queryFn: ({ signal }) => sendPaste({ ...inputOf(settled), dry_run: true }, { signal }),
    enabled: settled.trim() !== '' && progress === null,
    placeholderData: before => (settled.trim() === '' ? undefined : before),
    gcTime: 0,
  })
  const isChecked = settled === text && preview.data !== undefined && !preview.isFetching
  const count = preview.data ? preview.data.added + preview.data.updated : 0

  async function save() {
    setProgress([0, 1])
    setFailure('')
    try {
      const { added, updated } = await sendPaste(inputOf(text), { onPart: (done, total) => setProgress([done, total]) })
      notifySuccess(t('done', { added, updated }))
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setProgress(null)
    }
    await refresh('word')
  }

  return (
    <Modal
      open
      width={720}
      title={t('title')}
      closable={{ 'aria-label': t('close') }}
      okText={t('save', { count })}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: !isChecked || count === 0, loading: progress !== null }}
      mask={{ closable: text === '' }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <ListInput text={text} onChange={setText} onFailure={setFailure} />
      <Choices choice={choice} onChange={setChoice} />
      {progress && progress[1] > 1 && (
        <p className={css.quiet}>{t('progress', { done: progress[0], total: progress[1] })}</p>
      )}
      {(failure || preview.error) && <Failure>{failure || errorText(preview.error)}</Failure>}
      {text.trim() !== '' && <PastePreview pasted={preview.data} isChecking={!isChecked && !preview.error} />}
      {text.trim() !== '' && <WordChangeTrial change={triedOf(inputOf(text), isChecked && count > 0)} />}
    </Modal>
  )
}

/** A list that is sent in parts is too long for one trial. */
function triedOf(input: PasteInput, isReady: boolean) {
  const { dry_run: _, ...paste } = input
  return isReady && wordPartsOf(input.text).length === 1 ? { paste } : null
}

type InputProps = { text: string; onChange: (text: string) => void; onFailure: (text: string) => void }

function ListInput({ text, onChange, onFailure }: InputProps) {
  const t = useT(pasteMessages)
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0]
    target.value = ''
    if (!chosen) return
    onFailure('')
    try {
      onChange(await readTextFile(chosen))
    } catch (error) {
      onFailure(errorText(error))
    }
  }
  return (
    <>
      <div className="row spread below-2">
        <label htmlFor={id}>{t('list')}</label>
        <Button
          size="small"
          icon={<FileUp size={14} aria-hidden />}
          title={t('fileHint')}
          onClick={() => file.current?.click()}
        >
          {t('file')}
        </Button>
        <input
          ref={file}
          type="file"
          accept=".txt,.csv,.tsv,text/plain,text/csv"
          hidden
          onChange={event => void read(event)}
        />
      </div>
      <Input.TextArea
        id={id}
        autoFocus
        value={text}
        placeholder={t('placeholder')}
        aria-describedby={`${id}h`}
        autoSize={{ minRows: 5, maxRows: 10 }}
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
      />
      <p id={`${id}h`} className={css.quiet}>
        {t('hint')}
      </p>
    </>
  )
}

function Choices({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const t = useT(pasteMessages)
  const label = useT(wordMessages)
  const { items } = useWordCategories()
  const set = (values: Partial<Choice>) => onChange({ ...choice, ...values })
  return (
    <div className={css.choices}>
      <div className="stack shrink gap-2">
        <span aria-hidden>{t('kind')}</span>
        <Select<Choice['kind']>
          aria-label={t('kind')}
          value={choice.kind}
          options={wordKinds.map(kind => ({ value: kind, label: label(`kind_${kind}`) }))}
          onChange={kind => set({ kind })}
        />
      </div>
      <div className="stack shrink gap-2">
        <span aria-hidden>{t('level')}</span>
        <Select<number>
          aria-label={t('level')}
          value={choice.level}
          options={[3, 2, 1].map(level => ({ value: level, label: <LevelMark level={level} /> }))}
          onChange={level => set({ level })}
        />
      </div>
      <div className="stack shrink gap-2">
        <span aria-hidden>{t('category')}</span>
        <AutoComplete<string>
          aria-label={t('category')}
          value={choice.category}
          options={items.map(({ category }) => ({ value: category }))}
          onChange={category => set({ category: cutText(category ?? '', 60) })}
        />
      </div>
      <fieldset className={css.existing}>
        <legend>{t('existing')}</legend>
        <Radio.Group
          value={choice.existing}
          options={(['keep', 'update'] as const).map(value => ({ value, label: t(value) }))}
          onChange={event => set({ existing: event.target.value as Choice['existing'] })}
        />
      </fieldset>
    </div>
  )
}

/** Decodes a text file: UTF-8, UTF-16 with a byte order mark, otherwise GB18030, as Chinese Windows writes it. */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
