import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './platform/base.css'
import './starting.css'
import { queryClient } from './platform/query.ts'
import './platform/theme.ts'
import { router } from './router.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
