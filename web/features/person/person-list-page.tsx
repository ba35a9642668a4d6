import { PersonList } from './person-list.tsx'

/** `/person`: focus persons, and all of them on a switch. */
export default function PersonListPage() {
  return <PersonList isManaging={false} />
}
