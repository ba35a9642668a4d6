import { OgList } from './og-list.tsx'

/** `/admin/og`: the list with the columns and the import and export of management. */
export default function AdminOgPage() {
  return <OgList isManaging />
}
