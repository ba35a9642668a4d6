import { CircleAlert, CircleCheck, CircleX, Info, LoaderCircle, X } from 'lucide-react'
import css from './toast.module.css'

type ToastKind = 'info' | 'success' | 'warning' | 'error' | 'loading'

type Toast = { id: string; kind: ToastKind; text: string; action?: { label: string; run: () => void } }

const icons = { info: Info, success: CircleCheck, warning: CircleAlert, error: CircleX, loading: LoaderCircle }

type Props = { toasts: readonly Toast[]; closeLabel: string; onClose: (id: string) => void }

/** The stack of short messages at the top of the window; screen readers announce them on arrival. */
export function ToastStack({ toasts, closeLabel, onClose }: Props) {
  return (
    <ul className={css.stack} aria-live="polite" aria-relevant="additions text">
      {toasts.map(({ id, kind, text, action }) => {
        const Icon = icons[kind]
        return (
          <li key={id} className={css.toast} data-kind={kind}>
            <Icon className={`${css.icon} ${css[kind]}`} size={16} aria-hidden />
            <span>{text}</span>
            {action && (
              <button
                type="button"
                className={css.action}
                onClick={() => {
                  action.run()
                  onClose(id)
                }}
              >
                {action.label}
              </button>
            )}
            {kind !== 'loading' && (
              <button type="button" className={css.close} aria-label={closeLabel} onClick={() => onClose(id)}>
                <X size={14} aria-hidden />
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
