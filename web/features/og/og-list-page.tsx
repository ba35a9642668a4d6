import { OgList } from './og-list.tsx'

/** `/og`: the list of organisations. */
export default function OgListPage() {
  return <OgList isManaging={false} />
}
