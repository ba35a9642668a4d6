// Worker thread that holds indexes of lists and searches them; building an index would block the process for seconds.
import {
  buildIndex,
  type NameIndex,
  type Party,
  type PartyEntry,
  type PartyHit,
  prepare,
  type SearchOptions,
} from '#server/name/name.ts'
import { answerTasks } from '#server/platform/process/threads.ts'
import { findNearParties } from './near-parties.ts'

export type ScreeningTask =
  | { do: 'add'; index: string; entries: PartyEntry[]; isLast: boolean }
  | { do: 'search'; index: string; parties: Party[]; options: SearchOptions }
  | { do: 'near'; parties: Party[]; entries: Party[]; options: SearchOptions }
  | { do: 'drop'; index: string }
/**
 * `hits`: hits of each party, with the number beyond the limit (`left`), and the number of names that were not compared;
 * null if the thread lacks the index because it was restarted. `bad`: entries that the engine cannot read and that the index omits. `near`: positions of the parties
 * that may match an entry; null if there are too many.
 */
export type ThreadReply = {
  hits: { hits: PartyHit[]; left: number; uncompared: number }[] | null
  bad?: { id: string; error: string }[]
  near?: number[] | null
}

const building = new Map<string, PartyEntry[]>()
const built = new Map<string, NameIndex>()

answerTasks<ScreeningTask, ThreadReply>(task => {
  switch (task.do) {
    case 'add': {
      const entries = building.get(task.index) ?? []
      for (const entry of task.entries) entries.push(entry)
      building.set(task.index, entries)
      if (!task.isLast) return { hits: null }
      building.delete(task.index)
      const { index, bad } = build(entries)
      built.set(task.index, index)
      return { hits: null, bad }
    }
    case 'search': {
      const index = built.get(task.index)
      return { hits: index ? task.parties.map(party => index.searchAmong(party, task.options)) : null }
    }
    case 'near':
      return { hits: null, near: findNearParties(task) }
    case 'drop':
      built.delete(task.index)
      building.delete(task.index)
      return { hits: null }
  }
})

/** One unreadable entry must not keep the others from being found. */
function build(entries: PartyEntry[]): { index: NameIndex; bad: { id: string; error: string }[] } {
  try {
    return { index: buildIndex(entries), bad: [] }
  } catch (error) {
    const bad = new Map(entries.flatMap(entry => faultOf(entry)))
    if (bad.size === 0) throw error
    const index = buildIndex(entries.filter(({ id }) => !bad.has(id)))
    return { index, bad: [...bad].map(([id, error]) => ({ id, error })) }
  }
}

function faultOf({ id, party }: PartyEntry): [id: string, error: string][] {
  try {
    prepare(party)
    return []
  } catch (error) {
    return [[id, String(error)]]
  }
}
