import { Button, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import type { ReportBlock } from '#contract/report-body.ts'
import { useT } from '#web/platform/i18n.ts'
import {
  compareParts,
  isResolved,
  type MergeChoice,
  type MergePart,
  mergedBlocks,
  mergeParts,
} from '../body/body-merge.ts'
import { BodyView } from '../body/body-view.tsx'
import { editMessages } from '../editor/edit-messages.ts'
import css from '../editor/editor.module.css'
import type { ReportText } from '../report-text.ts'

type Props = {
  /** The common base of both; null if it is unknown. */
  base: ReportText | null
  mine: ReportText
  theirs: ReportText
  /** True for a draft found next to the report; false for a save that conflicted. */
  isDraft?: boolean
  isBusy?: boolean
  onSettle: (words: ReportText) => void
  onBack: () => void
}

const titleBlock = (text: string): ReportBlock => ({
  type: 'heading',
  attrs: { level: 1 },
  ...(text && { content: [{ type: 'text', text }] }),
})
const summaryBlock = (text: string | null): ReportBlock => ({
  type: 'paragraph',
  ...(text && { content: [{ type: 'text', text }] }),
})

/** Merge parts of title, summary and text, in this order. */
function partsOf({
  base,
  mine,
  theirs,
}: Pick<Props, 'base' | 'mine' | 'theirs'>): [MergePart[], MergePart[], MergePart[]] {
  const of = (pick: (words: ReportText) => ReportBlock[]) =>
    base
      ? mergeParts({ base: pick(base), mine: pick(mine), theirs: pick(theirs) })
      : compareParts({ mine: pick(mine), theirs: pick(theirs) })
  return [
    of(words => [titleBlock(words.title.trim())]),
    of(words => [summaryBlock(words.summary)]),
    of(words => words.body.content),
  ]
}

/** Merges part by part: mine, theirs or both. Nothing is saved before every part that both changed is chosen. */
export default function MergeDialog(props: Props) {
  const { mine, theirs, isDraft = false, isBusy = false, onSettle, onBack } = props
  const t = useT(editMessages)
  const [[titles, summaries, blocks], setParts] = useState(() => partsOf(props))
  const list = useRef<HTMLDivElement>(null)
  const all = [...titles, ...summaries, ...blocks]
  const differing = all.filter(part => part.kind === 'differs')
  const open = differing.filter(part => part.choice === null).length

  function change(next: (part: MergePart) => MergePart) {
    setParts(parts => parts.map(list => list.map(next)) as typeof parts)
  }
  const chooseAll = (choice: MergeChoice) => change(part => (part.kind === 'same' ? part : { ...part, choice }))
  const choose = (chosen: MergePart, choice: MergeChoice) =>
    change(part => (part === chosen && part.kind === 'differs' ? { ...part, choice } : part))

  function save() {
    if (!isResolved(all)) return list.current?.querySelector<HTMLInputElement>('[data-open] input')?.focus()
    const side = (parts: MergePart[]) =>
      parts.some(part => part.kind === 'differs' && part.choice === 'theirs') ? theirs : mine
    onSettle({
      title: titles.some(part => part.kind === 'differs') ? side(titles).title : theirs.title,
      summary: summaries.some(part => part.kind === 'differs') ? side(summaries).summary : theirs.summary,
      body: { type: 'doc', content: mergedBlocks(blocks) },
    })
  }

  return (
    <Modal
      open
      title={t(isDraft ? 'mergeDraftTitle' : 'mergeTitle')}
      width="min(1120px, calc(100vw - 32px))"
      okText={t(isDraft ? 'mergeTake' : 'mergeSave')}
      cancelText={t('mergeBack')}
      confirmLoading={isBusy}
      onOk={save}
      onCancel={onBack}
      mask={{ closable: false }}
    >
      <p>{t(isDraft ? 'mergeDraftIntro' : 'mergeIntro')}</p>
      <div className="row wrap gap-3 above-3 below-4">
        <Button size="small" onClick={() => chooseAll('mine')}>
          {t('allMine')}
        </Button>
        <Button size="small" onClick={() => chooseAll('theirs')}>
          {t('allTheirs')}
        </Button>
        <span role="status">{open > 0 ? t('mergeOpen', { count: open }) : t('mergeReady')}</span>
      </div>
      <div ref={list} className={css.parts}>
        {differing.map((part, index) => (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of parts does not change during the choice.
            key={index}
            part={part}
            number={index + 1}
            hasBoth={blocks.includes(part)}
            names={
              isDraft ? { mine: t('mineDraft'), theirs: t('theirsDraft') } : { mine: t('mine'), theirs: t('theirs') }
            }
            onChoose={choice => choose(part, choice)}
          />
        ))}
      </div>
    </Modal>
  )
}

type PartProps = {
  part: Extract<MergePart, { kind: 'differs' }>
  number: number
  /** False for a title, which takes one side only. */
  hasBoth: boolean
  names: { mine: string; theirs: string }
  onChoose: (choice: MergeChoice) => void
}

function Part({ part, number, hasBoth, names, onChoose }: PartProps) {
  const t = useT(editMessages)
  const name = useId()
  const radio = (choice: MergeChoice, label: string) => (
    <>
      <input
        type="radio"
        name={name}
        checked={part.choice === choice}
        onChange={() => onChoose(choice)}
        aria-label={label}
      />{' '}
      {label}
    </>
  )
  return (
    <fieldset className={css.part} data-open={part.choice === null || undefined}>
      <legend>{t('mergePart', { number: String(number) })}</legend>
      <div className={css.partSides}>
        {(['mine', 'theirs'] as const).map(side => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is made by radio().
          <label
            key={side}
            className={css.side}
            data-chosen={part.choice === side || part.choice === 'both' || undefined}
          >
            {radio(side, names[side])}
            <div className={css.sideText}>
              {part[side].length === 0 ? t('nothing') : <BodyView body={{ type: 'doc', content: part[side] }} />}
            </div>
          </label>
        ))}
      </div>
      {hasBoth && part.mine.length > 0 && part.theirs.length > 0 && (
        // biome-ignore lint/a11y/noLabelWithoutControl: see above.
        <label className={css.bothLine}>{radio('both', t('both'))}</label>
      )}
    </fieldset>
  )
}
