import type { Editor } from '@tiptap/react'
import { Alert, Button, Input } from 'antd'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { Report } from '#contract/report.api.ts'
import type { ReportBody } from '#contract/report-body.ts'
import { useT } from '#web/platform/i18n.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { bodyOf, docOf } from '../body/body-doc.ts'
import { reportPageMessages } from '../page-messages.ts'
import { ReportEditor } from '../report-editor.tsx'
import { ReportFrame } from '../report-frame.tsx'
import { ReportInfo } from '../report-info.tsx'
import type { ReportText } from '../report-text.ts'
import { DraftLine } from '../work/draft-line.tsx'
import { LeaveDialog } from '../work/leave-dialog.tsx'
import type { Presence } from '../work/presence.ts'
import { PresenceLine } from '../work/presence-line.tsx'
import { type EditingStart, useWriting } from '../work/use-writing.ts'
import { useWorkTabs } from '../work/work-tabs.tsx'
import { editMessages } from './edit-messages.ts'
import css from './editor.module.css'

const MergeDialog = lazy(() => import('../work/merge-dialog.tsx'))
const countDelayMs = 400

type Props = {
  report: Report
  start: EditingStart
  presence: Presence | null
  onBegin: () => void
  onLeave: () => void
}

/** The editor of title, summary and text, with the state of saving. */
export function Writer({ report, start, presence, onBegin, onLeave }: Props) {
  const t = useT(editMessages)
  const page = useT(reportPageMessages)
  const textRef = useRef<HTMLDivElement>(null)
  const editorRef = useRef<Editor | null>(null)
  const words = useRef<ReportText>(start.words)
  const [title, setTitle] = useState(start.words.title)
  const [summary, setSummary] = useState(start.words.summary ?? '')
  const [body, setBody] = useState<ReportBody>(start.words.body)
  const [edition, setEdition] = useState(0)
  const [isLeaving, setIsLeaving] = useState(false)

  function read(): ReportText {
    const editor = editorRef.current
    if (editor) words.current = { ...words.current, body: bodyOf(editor.getJSON()) }
    return words.current
  }
  const writing = useWriting({ report, start, read, isComposing: () => editorRef.current?.view.composing === true })
  const { touch, save } = writing
  const isUnchanged = writing.state.kind === 'clean'
  const work = useWorkTabs(report, textRef, false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; words taken from a comparison become a draft at once.
  useEffect(() => {
    onBegin()
    if (writing.isDirty()) touch()
  }, [])
  useShortcut('mod+s', t('saveKey'), () => void save())

  function write(part: Partial<ReportText>) {
    words.current = { ...words.current, ...part }
    touch()
  }
  function writeText() {
    touch()
    setBodyStamp(stamp => stamp + 1)
  }
  const [bodyStamp, setBodyStamp] = useState(0)
  const counted = useDebounced(bodyStamp, countDelayMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts and outline follow after a pause in typing.
  useEffect(() => {
    if (counted > 0) setBody(read().body)
  }, [counted])

  async function settle(merged: ReportText) {
    show(merged)
    await writing.settle(merged)
  }

  /** The chosen text is shown in the editor before it is sent, so that another failure loses nothing. */
  function show(next: ReportText) {
    words.current = next
    setTitle(next.title)
    setSummary(next.summary ?? '')
    editorRef.current?.commands.setContent(docOf(next.body), { emitUpdate: false })
    setBody(next.body)
    setEdition(edition + 1)
  }

  function leave() {
    if (writing.isDirty()) setIsLeaving(true)
    else onLeave()
  }

  const isNewer = presence !== null && presence.rev > writing.rev
  const saver = presence?.others[0]?.name
  const idPrefix = useId()
  return (
    <ReportFrame
      report={report}
      title={
        <Input.TextArea
          className={css.title}
          variant="borderless"
          autoSize
          value={title}
          maxLength={300}
          aria-label={t('title')}
          onChange={event => {
            const text = event.target.value.replaceAll('\n', ' ')
            setTitle(text)
            write({ title: text })
          }}
        />
      }
      marks={
        <>
          <DraftLine state={writing.state} />
          <PresenceLine presence={presence} />
        </>
      }
      acts={
        <>
          <Button
            type={isUnchanged ? 'default' : 'primary'}
            title={t('saveText')}
            loading={writing.isBusy && { delay: 200 }}
            disabled={!title.trim()}
            onClick={() => void save()}
          >
            {t('save')}
          </Button>
          <Button type={isUnchanged ? 'primary' : 'default'} title={t('doneText')} onClick={leave}>
            {t('done')}
          </Button>
        </>
      }
      banner={
        isNewer && (
          <Alert
            className="below-4"
            type="warning"
            title={t('newer', { name: saver ?? t('newerSomeone') })}
            action={
              <Button size="small" onClick={() => void writing.compareNow()}>
                {t('newerCompare')}
              </Button>
            }
          />
        )
      }
      side={[
        {
          key: 'info',
          label: page('info'),
          content: <ReportInfo report={report} body={body} idPrefix={idPrefix} textRef={textRef} mayWrite />,
        },
        ...work,
      ]}
    >
      <Input.TextArea
        className="below-5"
        value={summary}
        maxLength={5_000}
        autoSize={{ minRows: 2, maxRows: 8 }}
        aria-label={t('summary')}
        placeholder={t('summaryHint')}
        onChange={event => {
          setSummary(event.target.value)
          write({ summary: event.target.value || null })
        }}
      />
      <div ref={textRef}>
        <ReportEditor reportId={report.id} body={start.words.body} editorRef={editorRef} onWrite={writeText} />
      </div>
      <Suspense>
        {writing.clash && (
          <MergeDialog
            key={`${writing.clash.theirs.rev}-${edition}`}
            base={writing.base.current.words}
            mine={writing.clash.mine}
            theirs={writing.clash.theirs}
            isBusy={writing.isBusy}
            onSettle={merged => void settle(merged)}
            onBack={writing.leaveClash}
          />
        )}
      </Suspense>
      {isLeaving && (
        <LeaveDialog
          isBusy={writing.isBusy}
          onStay={() => setIsLeaving(false)}
          onLeave={() => void writing.flush().then(onLeave)}
          onSave={() => void save().then(isSaved => (isSaved ? onLeave() : setIsLeaving(false)))}
        />
      )}
    </ReportFrame>
  )
}
