import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { InboxItem } from '#contract/inbox.api.ts'
import { ClashDialog, NoteDialog, useStepKeys } from '#web/features/diff/diff.ts'
import { draftOfDiff, type ReportPreset } from '#web/features/report/report.ts'
import { RejectDialog } from '#web/features/upload/upload.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsWide } from '#web/platform/media.ts'
import { notify } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { undoLast } from '#web/platform/undo.ts'
import css from './inbox.module.css'
import { actKeys, actsOf, commentOn, type InboxAct } from './inbox-acts.ts'
import { InboxLine } from './inbox-line.tsx'
import { hasNote } from './item-note.ts'
import { ItemPreview } from './item-preview.tsx'
import { linksOf } from './item-record.ts'
import { type InboxTool, ToolDialog, type UsedTool } from './item-tools.tsx'
import { inboxMessages } from './messages.ts'
import { isNewSince } from './new-since.tsx'
import { useCurrent } from './use-inbox.ts'

const ItemNote = lazy(() => import('./note-dialog.tsx'))

type Props = {
  label: string
  items: readonly InboxItem[]
  since: string | null
  /** Shows the details of the current item next to the list if there is space. */
  hasPreview?: boolean
  onDecide: (item: InboxItem, act: InboxAct, isCluster: boolean, note?: string | null) => Promise<void>
}

const doNothing = () => undefined

/**
 * The items with the keys that decide them: j k Enter, d yes, x no, w unsure, i important, n note, z undo. The current item has
 * keys of its own: e event, r report, s send.
 */
export function InboxList({ label, items, since, hasPreview = false, onDecide }: Props) {
  const t = useT(inboxMessages)
  const list = useRef<HTMLOListElement>(null)
  const { at, current, choose, step } = useCurrent(items)
  const [noted, setNoted] = useState<InboxItem | null>(null)
  const [rejected, setRejected] = useState<InboxItem | null>(null)
  const [used, setUsed] = useState<UsedTool | null>(null)
  const isPreviewed = useIsWide() && hasPreview && items.length > 0
  useFollow(list, current?.key)
  const open = useCallback(() => void rowOf(list, current?.key)?.querySelector('a')?.click(), [current?.key])
  const act = (item: InboxItem | undefined, name: InboxAct, isCluster: boolean) => {
    if (!item) return
    if (!actsOf[item.kind].includes(name)) return notify({ kind: 'info', id: 'inbox', text: t('notOffered') })
    if (item.kind === 'upload' && name === 'no') return setRejected(item)
    void onDecide(item, name, isCluster)
  }
  const use = async (item: InboxItem, tool: InboxTool) => {
    try {
      setUsed({ item, tool, preset: tool === 'report' ? await reportOf(item) : undefined })
    } catch (error) {
      showError(error)
    }
  }
  const comment = async (item: InboxItem, text: string) => {
    if (item.kind === 'report' && (await commentOn(item.report, text))) setNoted(null)
  }
  useStepKeys({ onStep: step, onOpen: open })
  useShortcut('o', t('openKey'), open)
  useShortcut(actKeys.yes, t('yesKey'), event => act(current, 'yes', event.shiftKey))
  useShortcut(actKeys.no, t('noKey'), event => act(current, 'no', event.shiftKey))
  useShortcut(actKeys.unsure, t('unsureKey'), event => act(current, 'unsure', event.shiftKey))
  useShortcut(actKeys.important, t('importantKey'), event => act(current, 'important', event.shiftKey))
  useShortcut('⇧ i x d', t('clusterKey'), doNothing)
  useShortcut('n', t('noteKey'), () => {
    if (!current) return
    if (current.kind === 'diff' || hasNote(current)) setNoted(current)
    else notify({ kind: 'info', id: 'inbox', text: t('noNote') })
  })
  useShortcut('z', t('undoKey'), () => void undoLast())
  useShortcut('u', t('undoKey'), () => void undoLast())
  return (
    <>
      <div className={isPreviewed ? css.withPreview : undefined}>
        <ol ref={list} aria-label={label}>
          {items.map((item, index) => (
            <InboxLine
              key={item.key}
              item={item}
              isCurrent={index === at}
              isFresh={isNewSince(item, since)}
              onChoose={() => choose(item.key)}
              onUse={tool => void use(item, tool)}
              onAct={(name, isCluster) => act(item, name, isCluster)}
            />
          ))}
        </ol>
        {isPreviewed && <ItemPreview item={current} />}
      </div>
      {used && <ToolDialog used={used} onClose={() => setUsed(null)} />}
      <Suspense>
        {noted?.kind === 'diff' && noted.diffs[0] && (
          <NoteDialog diff={noted.diffs[0]} onClose={() => setNoted(null)} />
        )}
        {noted && hasNote(noted) && (
          <ItemNote
            item={noted}
            onDecide={(name, note) => {
              setNoted(null)
              void onDecide(noted, name, false, note)
            }}
            onComment={text => void comment(noted, text)}
            onClose={() => setNoted(null)}
          />
        )}
        {rejected?.kind === 'upload' && (
          <RejectDialog
            name={rejected.upload.title}
            isBusy={false}
            onReject={reason => {
              setRejected(null)
              void onDecide(rejected, 'no', false, reason)
            }}
            onClose={() => setRejected(null)}
          />
        )}
        <ClashDialog />
      </Suspense>
    </>
  )
}

/** A report about a difference quotes the change; a report about another item links its records. */
async function reportOf(item: InboxItem): Promise<ReportPreset | undefined> {
  const diff = item.kind === 'diff' && item.diffs[0]
  if (diff) return draftOfDiff(diff.id)
  return linksOf(item) ?? undefined
}

function rowOf(list: RefObject<HTMLElement | null>, key: string | undefined): HTMLElement | undefined {
  return [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])].find(row => row.dataset.key === key)
}

/**
 * Scrolls the current item into view. Moves the focus with it if the list had the focus, or if the focus was lost with
 * a removed item.
 */
function useFollow(list: RefObject<HTMLElement | null>, key: string | undefined): void {
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    const isFirst = before.current === undefined
    before.current = key
    const row = rowOf(list, key)
    const focused = document.activeElement
    if (isFirst || !row || row.contains(focused)) return
    if (focused === document.body || list.current?.contains(focused))
      row.querySelector('a')?.focus({ preventScroll: true })
    row.scrollIntoView?.({ block: 'nearest' })
  }, [list, key])
}
