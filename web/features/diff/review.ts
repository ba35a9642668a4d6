import { create } from 'zustand'
import { bulkDiff, type Diff, type DiffStatus, listDiffs, updateDiff } from '#contract/diff.ts'
import { ApiError, type Ask, call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { closeNotice, notify } from '#web/platform/notice.ts'
import { queryClient, showError } from '#web/platform/query.ts'
import { onSessionEnd } from '#web/platform/session.ts'
import { refreshLists, showReviewed } from './diff-calls.ts'
import { reviewMessages } from './review-messages.ts'

/** What a reviewer says of one difference; what is absent stays. */
export type Review = Partial<Pick<Diff, 'status' | 'note' | 'note_reasons'>>
type Body = Ask<typeof bulkDiff>['body']
/** Named rows, everything that is the same change as one, or all of a filter if still as many as expected. */
export type BulkTarget = { ids: number[] } | { sameAs: Diff } | { filter: Body['filter']; expected: number }

/** A review that met another one: both, for the reviewer to choose. */
export type Clash = { mine: Review; theirs: Diff }

type State = {
  /** Statuses that are told to the server and not yet read back: by id, whole clusters by their key. */
  told: ReadonlyMap<number | string, DiffStatus>
  clash: Clash | null
  /** The difference that the last undo brought back: where the reviewer goes on. */
  returned: number | null
  /** Coming back to the queue, its reader stands where they left, there or on the page of one difference. */
  left: { id: number | null; at: number }
}
const nothing: State = { told: new Map(), clash: null, returned: null, left: { id: null, at: 0 } }
export const useReview = create<State>(() => nothing)
export const closeClash = () => useReview.setState({ clash: null })

/** Acts that can be taken back, the latest at the end. */
type Done = { id: number | null; undo: () => Promise<void> }
const undoable: Done[] = []
const undoAtMost = 100
const undoLivesMs = 8_000
const noticeId = 'diff-review'

/** The status as the screen shows it: what was just told outranks what was read. */
export function statusOf(diff: Diff, told: State['told']): DiffStatus {
  return told.get(diff.id) ?? (diff.cluster === null ? undefined : told.get(clusterKey(diff))) ?? diff.status
}

/** A cluster's own name is that of the edit: other sites and rounds may have the same edit. */
const clusterKey = ({ og, round, cluster }: Diff) => `${og.id} ${round} ${cluster}`

let running = 0
let settled = 0

/** Shows at once, tells the server, reads lists again when the last of several acts has ended. */
async function tell(keys: readonly (number | string)[], status: DiffStatus | undefined, act: () => Promise<void>) {
  if (status)
    useReview.setState(({ told }) => ({ told: new Map([...told, ...keys.map(key => [key, status] as const)]) }))
  running += 1
  try {
    await act()
  } finally {
    running -= 1
    settled += 1
    const mine = settled
    if (running === 0) {
      await refreshLists()
      if (running === 0 && mine === settled) useReview.setState({ told: new Map() })
    }
  }
}

/** Remembers how to take an act back, and says that it is done; `id` is the difference it is about. */
export function remember(text: string, id: number | null, undo: () => Promise<void>): void {
  undoable.push({ id, undo })
  if (undoable.length > undoAtMost) undoable.shift()
  const action = { label: translate(reviewMessages)('undo'), run: () => void undoLast() }
  notify({ id: noticeId, kind: 'success', text, action, durationMs: undoLivesMs })
}

/** Takes the latest act back; true when there was one. */
export async function undoLast(): Promise<boolean> {
  const t = translate(reviewMessages)
  const last = undoable.pop()
  if (!last) {
    notify({ id: noticeId, kind: 'info', text: t('nothingToUndo') })
    return false
  }
  try {
    await last.undo()
    useReview.setState({ returned: last.id })
    notify({ id: noticeId, kind: 'success', text: t('undone') })
  } catch (error) {
    showError(error)
  }
  return true
}

const reviewOf = ({ status, note, note_reasons }: Diff): Required<Review> => ({ status, note, note_reasons })

/** True when both say the same of a difference. */
function isSame(a: Required<Review>, b: Required<Review>): boolean {
  return (
    a.status === b.status &&
    (a.note ?? '') === (b.note ?? '') &&
    a.note_reasons.toSorted().join() === b.note_reasons.toSorted().join()
  )
}

/** Reviews one difference. Someone else's review in between is shown beside this one, never overwritten unseen. */
export async function reviewDiff(diff: Diff, review: Review): Promise<void> {
  const before = reviewOf(diff)
  let answer: Diff | undefined
  const sent = tell([diff.id], review.status, async () => {
    answer = await put(diff, review)
  })
  const undo = async () => {
    await sent.catch(() => undefined)
    const latest = answer
    if (latest) await tell([diff.id], before.status, async () => void (await put(latest, before)))
  }
  const isAct = review.status !== undefined && review.status !== diff.status
  remember(doneText(diff, review.status ?? diff.status, isAct), diff.id, undo)
  try {
    await sent
  } catch (error) {
    forget(undo)
    const theirs = staleOf(error)
    if (theirs) useReview.setState({ clash: { mine: review, theirs } })
    else showError(error)
  }
}

function doneText(diff: Diff, status: DiffStatus, isAct: boolean): string {
  const t = translate(reviewMessages)
  if (!isAct) return t('noted')
  const others = diff.cluster_size - 1
  const left = diff.cluster_kind === 'series' ? 'seriesLeft' : 'othersLeft'
  const text = t('marked', { status: t(status) })
  return others > 0 && status !== 'unread' ? `${text} ${t(left, { count: others })}` : text
}

/** Sends a review. Where only the score moved meanwhile, nobody is asked. */
async function put(diff: Diff, review: Review): Promise<Diff> {
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

/** What came to nothing is neither said to be done nor taken back. */
function forget(undo: Done['undo']): void {
  const at = undoable.findIndex(each => each.undo === undo)
  if (at < 0) return
  if (at === undoable.length - 1) closeNotice(noticeId)
  undoable.splice(at, 1)
}

/** Reviews several at once: rows, whole clusters, or all of a filter. Throws, for the caller knows what was asked. */
export async function reviewMany(
  targets: readonly BulkTarget[],
  review: Review & { status: DiffStatus },
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
    await tell([], undefined, back)
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
    await tell(keys, review.status, send)
  } finally {
    // One of several may have failed: what was done can be taken back all the same.
    const t = translate(reviewMessages)
    const text = t('markedMany', { count: done, status: t(review.status) })
    if (done > 0) remember(text, before[0]?.ids[0] ?? null, undo)
    await readAgain()
  }
}

/** The same change on the pages of its own site and round, as many as wait there now. */
async function bodyOf(target: BulkTarget): Promise<Body> {
  if (!('sameAs' in target)) return target
  const { cluster, og, round } = target.sameAs
  const filter = { cluster: cluster ?? '', og_id: [String(og.id)], round: [String(round)], status: ['unread' as const] }
  const { total } = await call(listDiffs, { query: { ...filter, pageSize: 1 } })
  return { filter, expected: total }
}

/** Open differences may be among those that an act on many has reached. */
const readAgain = () => queryClient.invalidateQueries({ queryKey: ['diff', '/v1/diff/{id}'] })

/** Reviews every waiting difference that is the same change; stands for its failures itself. */
export async function reviewCluster(diff: Diff, status: DiffStatus): Promise<void> {
  if (diff.cluster === null || diff.status !== 'unread') return await reviewDiff(diff, { status })
  try {
    await reviewMany([{ sameAs: diff }], { status })
  } catch (error) {
    showError(error)
  }
}

onSessionEnd(() => {
  undoable.length = 0
  useReview.setState(nothing)
})
