// The relation panel alone on a page, as the shell would show it.
import '#web/platform/primitives.css'
import '#web/platform/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import RelationPanel from '#web/features/relation/relation-panel.tsx'
import { AntdProvider } from '#web/platform/antd.tsx'
import { loadAntdLocale } from '#web/platform/antd-locale.ts'
import { getLocale } from '#web/platform/locale.ts'
import { PageProvider } from '#web/platform/page.tsx'
import { queryClient } from '#web/platform/query.ts'
import { registerRoutes } from '#web/platform/route.ts'
import '#web/platform/theme.ts'

// Links need their routes; none of these pages is opened here.
const row = { roles: '*', title: { 'zh-CN': '', 'en-US': '' }, load: async () => undefined } as const
registerRoutes({ person_detail: { ...row, path: '/person/$id' }, og_detail: { ...row, path: '/og/$id' } })

const samplePage = { key: '/', name: 'person_detail', params: {}, search: {}, isActive: true }
const root = createRootRoute({
  component: () => (
    <Suspense>
      <AntdProvider>
        <PageProvider value={samplePage}>
          <RelationPanel kind="person" id={1} />
        </PageProvider>
      </AntdProvider>
    </Suspense>
  ),
})
const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
await loadAntdLocale(getLocale())
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router as never} />
  </QueryClientProvider>,
)
