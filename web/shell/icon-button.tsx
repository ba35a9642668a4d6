import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import css from './navbar.module.css'

type Props = ComponentProps<'button'> & { icon: LucideIcon; label: string }

/** A square button of the navbar; its label is its tooltip. */
export function IconButton({ icon: Icon, label, className = '', ...rest }: Props) {
  return (
    <button type="button" {...rest} className={`${css.square} ${className}`} aria-label={label} title={label}>
      <Icon size={16} aria-hidden />
    </button>
  )
}
