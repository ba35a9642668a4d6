import { PersonList } from './person-list.tsx'

/** `/admin/person`: all persons, with the columns, name linking, import and export of management. */
export default function AdminPersonPage() {
  return <PersonList isManaging />
}
