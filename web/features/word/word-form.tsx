import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { createWord, updateWord, type Word, wordKinds } from '#contract/word.api.ts'
import { FollowButton } from '#web/features/notification/notification.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { SelectField } from '#web/ui/form/choice-field.tsx'
import { Field, type FieldProps } from '#web/ui/form/field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { SuggestField } from '#web/ui/form/suggest-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { useWordCategories } from './bulk-acts.tsx'
import { type WordChange, WordChangeTrial } from './change-trial.tsx'
import { wordFormMessages, wordMessages } from './messages.ts'
import css from './word.module.css'
import { saveNewWord, saveWord } from './word.ts'
import { LevelMark } from './word-cells.tsx'

const fields = ['word', 'kind', 'level', 'category', 'note', 'enabled'] as const
const initial = { word: '', kind: 'word', level: 2, category: null, note: null, enabled: true } as const

type Props = { word?: Word | undefined; onClose: () => void }

/** Creates and edits words in a drawer. */
export default function WordForm({ word, onClose }: Props) {
  const t = useT(wordFormMessages)
  const label = useT(wordMessages)
  const { items } = useWordCategories()
  const state = useRecordForm<Word>({
    schema: word ? updateWord.body : createWord.body,
    fields,
    record: word,
    initial,
    save: (values, rev) =>
      word ? saveWord(word.id, { ...values, rev }) : saveNewWord(values as Parameters<typeof saveNewWord>[0]),
    onSaved: saved => {
      notifySuccess(t(word ? 'saved' : 'created', { name: saved.word }))
      onClose()
    },
  })
  return (
    <FormDrawer
      title={word ? t('editNamed', { name: word.word }) : t('create')}
      state={state}
      formatters={useWordFormatters()}
      onClose={onClose}
    >
      <TextField
        name="word"
        label={label('word')}
        hint={t('wordHint')}
        isRequired
        isNullable={false}
        hasFocus={!word}
        isWide
      />
      <SelectField
        name="kind"
        label={label('kind')}
        hint={t('kindHint')}
        options={wordKinds.map(kind => ({ value: kind, label: label(`kind_${kind}`) }))}
        isWide
      />
      <LevelField name="level" label={label('level')} hint={t('levelHint')} />
      <SuggestField name="category" label={label('category')} suggestions={items.map(({ category }) => category)} />
      <LongTextField name="note" label={label('note')} rows={2} />
      <SwitchField name="enabled" label={label('enabled')} />
      <FormTrial id={word?.id} />
      {word && (
        <div>
          <FollowButton noun="word" id={word.id} />
        </div>
      )}
    </FormDrawer>
  )
}

/** Tries the values of the form as they are. */
function FormTrial({ id }: { id: number | undefined }) {
  const [word, kind, level, enabled] = useWatch({ name: ['word', 'kind', 'level', 'enabled'] }) as [
    string | null,
    Word['kind'],
    number,
    boolean,
  ]
  const text = word?.trim() ?? ''
  const change: WordChange = { word: { ...(id !== undefined && { id }), word: text, kind, level, enabled } }
  return (
    <div className={css.whole}>
      <WordChangeTrial change={text === '' ? null : change} />
    </div>
  )
}

function LevelField(field: FieldProps) {
  return (
    <Field {...field}>
      {({ value, set, blur, control }) => (
        <Select<number>
          {...control}
          value={typeof value === 'number' ? value : undefined}
          options={[3, 2, 1].map(level => ({ value: level, label: <LevelMark level={level} /> }))}
          onChange={set}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

function useWordFormatters(): Record<string, FieldFormatter> {
  const t = useT(wordMessages)
  const shows: Record<string, (value: unknown) => ReactNode> = {
    kind: value => t(`kind_${value as Word['kind']}`),
    level: value => <LevelMark level={Number(value)} />,
    enabled: value => t(value === true ? 'isOn' : 'isOff'),
  }
  const show = (value: unknown): ReactNode => String(value)
  return Object.fromEntries(fields.map(field => [field, { label: t(field), show: shows[field] ?? show }]))
}
