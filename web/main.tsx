import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isOutage } from './platform/api-error.ts'
import 'virtual:antd.css'
import './platform/base.css'
import './starting.css'
import { isMissingCode, loadMissingStyles } from './platform/code.ts'
import { watchComponentLabels } from './platform/component-labels.ts'
import { getLocale } from './platform/locale.ts'
import { queryClient } from './platform/query.ts'
import './platform/theme.ts'
import { router } from './router.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

watchComponentLabels(getLocale)
void loadMissingStyles()

// The page reports an unreachable server and missing code; they are not errors of the program.
const onCaughtError = (error: unknown) => {
  if (!isOutage(error) && !isMissingCode(error)) console.error(error)
}
createRoot(container, { onCaughtError }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
