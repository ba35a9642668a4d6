import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { landingHref } from './guard.ts'

/** A link to the role's first page. */
export function LandingLink(props: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const { history } = useRouter()
  const href = landingHref()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(href)
  }
  return <a {...props} href={href} onClick={follow} />
}
