import { useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import css from './exception.module.css'
import { exceptionMessages } from './messages.ts'

type ExceptionAct = 'retry' | 'back' | 'home'
type Props = { code?: '403' | '404' | '500'; title: string; hint: string; acts: readonly ExceptionAct[] }

/** The layout of all error pages: the problem and the available actions; the first is the primary one. */
export function Exception({ code, title, hint, acts }: Props) {
  const t = useT(exceptionMessages)
  const { history } = useRouter()
  const goHome = () => history.push('/')
  const run: Record<ExceptionAct, () => void> = {
    retry: () => window.location.reload(),
    // A page opened by its address has no page to go back to.
    back: () => (history.canGoBack() ? history.back() : goHome()),
    home: goHome,
  }
  return (
    <section className={css.exception}>
      {code && (
        <div className={css.code} aria-hidden>
          {code}
        </div>
      )}
      <h1>{title}</h1>
      <p>{hint}</p>
      <div className={css.acts}>
        {acts.map((act, index) => (
          <Button key={act} type={index === 0 ? 'primary' : 'default'} onClick={run[act]}>
            {t(act)}
          </Button>
        ))}
      </div>
    </section>
  )
}
