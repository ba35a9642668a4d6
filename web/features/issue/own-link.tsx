import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

/** A link to a page of the console by its path; the server has verified that the path belongs to the console. */
export function OwnLink({ path, children }: { path: string; children: ReactNode }) {
  const { history } = useRouter()
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(path)
  }
  return (
    <a href={path} title={path} onClick={follow}>
      {children}
    </a>
  )
}
