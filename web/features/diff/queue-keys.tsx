import { useEffect } from 'react'
import type { DiffStatus } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { undoLast } from '#web/platform/undo.ts'
import { diffMessages } from './messages.ts'
import { diffReviewMessages } from './review-messages.ts'

const doNothing = () => undefined

type ReviewKeys = {
  /** `isCluster`: with Shift, the review applies to every page with the same change. */
  onReview: (status: DiffStatus, isCluster: boolean) => void
  onNote: () => void
}

/** Keys i, x, d, u or z, n: the same in the queue and on the page of one difference. */
export function useReviewKeys({ onReview, onNote }: ReviewKeys): void {
  const t = useT(diffReviewMessages)
  useShortcut('i', t('markImportant'), event => onReview('important', event.shiftKey))
  useShortcut('x', t('markIgnored'), event => onReview('ignored', event.shiftKey))
  useShortcut('d', t('done'), event => onReview('done', event.shiftKey))
  useShortcut('⇧ i x d', t('clusterKey', { act: `${t('markImportant')} ${t('markIgnored')} ${t('done')}` }), doNothing)
  useShortcut('u', t('undoKey'), () => void undoLast())
  useShortcut('z', t('undoKey'), () => void undoLast())
  useShortcut('n', t('noteKey'), onNote)
}

type StepKeys = { onStep: (by: number) => void; onOpen: () => void; onSelect?: () => void }

/** Keys j, k and, without a focused element, Enter: the same in every list that is cleared by keys. */
export function useStepKeys({ onStep, onOpen, onSelect }: StepKeys): void {
  const t = useT(diffMessages)
  const { isActive } = usePage()
  useShortcut('j', t('next'), () => onStep(1))
  useShortcut('k', t('previous'), () => onStep(-1))
  // Enter and Space act on the focused element; the shortcut help only lists them.
  useShortcut('⏎', t('keyOpen'), doNothing)
  useEffect(() => {
    if (!isActive) return
    /** Without a focused element they act on the current row. */
    function onKey(event: KeyboardEvent) {
      const isNowhere = event.target === document.body && !event.ctrlKey && !event.metaKey && !event.altKey
      const run = event.key === 'Enter' ? onOpen : event.key === ' ' ? onSelect : undefined
      if (!isNowhere || event.defaultPrevented || !run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isActive, onOpen, onSelect])
}

type QueueKeys = Required<StepKeys> & { onSearch: () => void }

export function useQueueKeys({ onSearch, ...steps }: QueueKeys): void {
  const t = useT(diffMessages)
  useStepKeys(steps)
  useShortcut('/', t('keySearch'), onSearch)
  useShortcut('Space', t('keySelect'), doNothing)
}
