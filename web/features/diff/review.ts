import { create } from 'zustand'
import { bulkDiff, type Diff, type DiffStatus, listDiffs, updateDiff } from '#contract/diff.api.ts'
import { ApiError, type CallInput, call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { queryClient, showError } from '#web/platform/query.ts'
import { onSessionEnd } from '#web/platform/session.ts'
import { forgetUndo, rememberUndo, type Undo } from '#web/platform/undo.ts'
import { refreshLists, showReviewed } from './diff-calls.ts'
import { diffReviewMessages } from './review-messages.ts'

/** A review of one difference; absent fields stay unchanged. */
export type DiffReview = Partial<Pick<Diff, 'status' | 'note' | 'note_reasons'>>
type Body = CallInput<typeof bulkDiff>['body']
/** Named rows, all differences with the same change as one, or all of a filter if their number is still as expected. */
export type DiffBulkTarget = { ids: number[] } | { sameAs: Diff } | { filter: Body['filter']; expected: number }

/** A review that conflicts with another one: both, for the user to choose. */
export type ReviewConflict = { mine: DiffReview; theirs: Diff }

type State = {
  /** Statuses that were sent and not read back yet, by id; whole clusters by their key. */
  sentStatuses: ReadonlyMap<number | string, DiffStatus>
  clash: ReviewConflict | null
  /** The difference that the last undo restored: it becomes the current one. */
  returned: number | null
  /** The last current row. It is current again when the user returns to the queue from another page. */
  left: { id: number | null; at: number }
}
const initialState: State = { sentStatuses: new Map(), clash: null, returned: null, left: { id: null, at: 0 } }
export const useReview = create<State>(() => initialState)
export const closeClash = () => useReview.setState({ clash: null })

/** The status to show: one that was just sent outranks the one that was read. */
export function statusOf(diff: Diff, sentStatuses: State['sentStatuses']): DiffStatus {
  return (
    sentStatuses.get(diff.id) ?? (diff.cluster === null ? undefined : sentStatuses.get(clusterKey(diff))) ?? diff.status
  )
}

/** The id of a cluster identifies the edit; other sites and rounds can have the same edit. */
const clusterKey = ({ og, round, cluster }: Diff) => `${og.id} ${round} ${cluster}`

let running = 0
let settledCount = 0

/** Shows the status at once, sends it, and reads lists again after the last of several concurrent actions. */
async function applyReview(
  keys: readonly (number | string)[],
  status: DiffStatus | undefined,
  act: () => Promise<void>,
) {
  if (status)
    useReview.setState(({ sentStatuses }) => ({
      sentStatuses: new Map([...sentStatuses, ...keys.map(key => [key, status] as const)]),
    }))
  running += 1
  try {
    await act()
  } finally {
    running -= 1
    settledCount += 1
    const mine = settledCount
    if (running === 0) {
      await refreshLists()
      if (running === 0 && mine === settledCount) useReview.setState({ sentStatuses: new Map() })
    }
  }
}

/** Undoes a review; the difference `id` then becomes the current one. */
function undoOf(id: number | null, undo: () => Promise<void>): Undo {
  return async () => {
    await undo()
    useReview.setState({ returned: id })
    return undefined
  }
}

const reviewOf = ({ status, note, note_reasons }: Diff): Required<DiffReview> => ({ status, note, note_reasons })

/** True if both reviews are equal. */
function isSame(a: Required<DiffReview>, b: Required<DiffReview>): boolean {
  return (
    a.status === b.status &&
    (a.note ?? '') === (b.note ?? '') &&
    a.note_reasons.toSorted().join() === b.note_reasons.toSorted().join()
  )
}

/**
 * Reviews one difference. A conflicting review by another user is shown next to this one, never overwritten silently.
 */
export async function reviewDiff(diff: Diff, review: DiffReview): Promise<void> {
  const before = reviewOf(diff)
  let answer: Diff | undefined
  const sent = applyReview([diff.id], review.status, async () => {
    answer = await sendReview(diff, review)
  })
  const undo = undoOf(diff.id, async () => {
    await sent.catch(() => undefined)
    const latest = answer
    if (latest) await applyReview([diff.id], before.status, async () => void (await sendReview(latest, before)))
  })
  const isAct = review.status !== undefined && review.status !== diff.status
  rememberUndo(doneText(diff, review.status ?? diff.status, isAct), undo)
  try {
    await sent
  } catch (error) {
    forgetUndo(undo)
    const theirs = staleOf(error)
    if (theirs) useReview.setState({ clash: { mine: review, theirs } })
    else showError(error)
  }
}

function doneText(diff: Diff, status: DiffStatus, isAct: boolean): string {
  const t = translate(diffReviewMessages)
  if (!isAct) return t('noted')
  const others = diff.cluster_size - 1
  const left = diff.cluster_kind === 'series' ? 'seriesLeft' : 'othersLeft'
  const text = t('marked', { status: t(status) })
  return others > 0 && status !== 'unread' ? `${text} ${t(left, { count: others })}` : text
}

/** Sends a review. If only the score changed meanwhile, it is sent again without a dialog. */
async function sendReview(diff: Diff, review: DiffReview): Promise<Diff> {
  const send = (rev: number) => call(updateDiff, { params: { id: diff.id }, body: { ...review, rev } })
  try {
    return show(await send(diff.rev))
  } catch (error) {
    const theirs = staleOf(error)
    if (!theirs || !isSame(reviewOf(theirs), reviewOf(diff))) throw error
    return show(await send(theirs.rev))
  }
}

function show(diff: Diff): Diff {
  showReviewed(diff)
  return diff
}

function staleOf(error: unknown): Diff | undefined {
  const data = error instanceof ApiError && error.status === 409 ? error.data : undefined
  return typeof data === 'object' && data !== null && 'rev' in data ? (data as Diff) : undefined
}

/**
 * Reviews several rows, whole clusters, or all of a filter. Throws on failure, because only the caller can name the
 * request.
 */
export async function reviewMany(
  targets: readonly DiffBulkTarget[],
  review: DiffReview & { status: DiffStatus },
): Promise<void> {
  const keys = targets.flatMap((target): (number | string)[] =>
    'ids' in target ? target.ids : 'sameAs' in target ? [clusterKey(target.sameAs)] : [],
  )
  const before: { status: DiffStatus; ids: number[] }[] = []
  let done = 0
  const undo = async () => {
    const back = async () => {
      for (const { status, ids } of before) await call(bulkDiff, { body: { ids, status } })
    }
    await applyReview([], undefined, back)
    await readAgain()
  }
  const send = async () => {
    for (const target of targets) {
      const answer = await call(bulkDiff, { body: { ...(await bodyOf(target)), ...review } })
      before.push(...answer.before)
      done += answer.done
    }
  }
  try {
    await applyReview(keys, review.status, send)
  } finally {
    // Some requests may have failed; the successful ones can still be undone.
    const t = translate(diffReviewMessages)
    const text = t('markedMany', { count: done, status: t(review.status) })
    if (done > 0) rememberUndo(text, undoOf(before[0]?.ids[0] ?? null, undo))
    await readAgain()
  }
}

/** Selects the unread differences of the same cluster, with as many as there are now. */
async function bodyOf(target: DiffBulkTarget): Promise<Body> {
  if (!('sameAs' in target)) return target
  const { cluster, og, round } = target.sameAs
  const filter = { cluster: cluster ?? '', og_id: [String(og.id)], round: [String(round)], status: ['unread' as const] }
  const { total } = await call(listDiffs, { query: { ...filter, pageSize: 1 } })
  return { filter, expected: total }
}

/** Open differences might be among those that a bulk action changed. */
const readAgain = () => queryClient.invalidateQueries({ queryKey: ['diff', '/v1/diff/{id}'] })

/** Reviews every unread difference of the cluster. Reports failures itself. */
export async function reviewCluster(diff: Diff, status: DiffStatus): Promise<void> {
  if (diff.cluster === null || diff.status !== 'unread') return await reviewDiff(diff, { status })
  try {
    await reviewMany([{ sameAs: diff }], { status })
  } catch (error) {
    showError(error)
  }
}

onSessionEnd(() => {
  useReview.setState(initialState)
})
