import { OgList } from './og-list.tsx'

/** `/admin/og`: the list with the columns and the exchange of files that managing asks for. */
export default function AdminOgPage() {
  return <OgList isManaging />
}
