import { PersonList } from './person-list.tsx'

/** `/admin/person`: all persons, with the columns, names to link and exchange of files that managing asks for. */
export default function AdminPersonPage() {
  return <PersonList isManaging />
}
