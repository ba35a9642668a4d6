// A thread that keeps indexes of lists and answers for them; building one would hold up a process for seconds.
import { buildIndex, type Entry, type Hit, type NameIndex, type Party, type SearchOptions } from '#server/name/name.ts'
import { answerTasks } from '#server/platform/threads.ts'

export type Task =
  | { do: 'add'; index: string; entries: Entry[]; isLast: boolean }
  | { do: 'search'; index: string; parties: Party[]; options: SearchOptions }
  | { do: 'drop'; index: string }
/** `hits` of each party; null where the index is not here: the thread is a new one. */
export type Answer = { hits: Hit[][] | null }

const building = new Map<string, Entry[]>()
const built = new Map<string, NameIndex>()

answerTasks<Task, Answer>(task => {
  switch (task.do) {
    case 'add': {
      const entries = building.get(task.index) ?? []
      for (const entry of task.entries) entries.push(entry)
      building.set(task.index, entries)
      if (task.isLast) {
        built.set(task.index, buildIndex(entries))
        building.delete(task.index)
      }
      return { hits: null }
    }
    case 'search': {
      const index = built.get(task.index)
      return { hits: index ? task.parties.map(party => index.search(party, task.options)) : null }
    }
    case 'drop':
      built.delete(task.index)
      building.delete(task.index)
      return { hits: null }
  }
})
