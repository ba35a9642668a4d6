import { PageHost } from './page-host.tsx'

export default function Layout() {
  return (
    <main>
      <PageHost />
    </main>
  )
}
