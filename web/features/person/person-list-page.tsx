import { PersonList } from './person-list.tsx'

/** `/person`: focus persons; a switch shows all. */
export default function PersonListPage() {
  return <PersonList isManaging={false} />
}
