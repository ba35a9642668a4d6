import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useRouterState,
} from '@tanstack/react-router'
import { act, configure, render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import '#web/parts.ts'
import { AntdProvider } from '#web/platform/antd.tsx'
import { loadAntdLocale } from '#web/platform/antd-locale.ts'
import { getLocale } from '#web/platform/locale.ts'
import { useNotices } from '#web/platform/notice.ts'
import { PageProvider } from '#web/platform/page.tsx'
import { queryClient } from '#web/platform/query.ts'
import { parseSearch, type Search, stringifySearch } from '#web/platform/url.ts'
import { ToastStack } from '#web/ui/toast.tsx'

// Rendering is slow on a busy machine; an element that never appears still fails the test.
configure({ asyncUtilTimeout: 15_000 })

/** Renders a page as the shell does, at an address with these parameters; `history` shows its navigation. */
export async function renderPage(page: ReactNode, at = '/test', params: Record<string, string> = {}) {
  queryClient.clear()
  await loadAntdLocale(getLocale())
  const history = createMemoryHistory({ initialEntries: [at] })
  const root = createRootRoute({ component: () => <Frame page={page} params={params} /> })
  const any = createRoute({ getParentRoute: () => root, path: '/$', component: () => null })
  const router = createRouter({ routeTree: root.addChildren([any]), history, parseSearch, stringifySearch })
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        {/* The registered type is the console's router; this one has other pages. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    )
  })
  return { history, search: () => parseSearch(history.location.search) }
}

function Frame({ page, params }: { page: ReactNode; params: Record<string, string> }) {
  const { pathname, search } = useRouterState({ select: state => state.location })
  const place = { key: pathname, name: 'test', params, search: search as Search, isActive: true }
  return (
    <Suspense>
      <AntdProvider>
        <PageProvider value={place}>{page}</PageProvider>
        <Toasts />
      </AntdProvider>
    </Suspense>
  )
}

function Toasts() {
  return <ToastStack toasts={useNotices()} closeLabel="close" onClose={() => undefined} />
}
