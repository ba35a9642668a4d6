import { closeAct, useActs } from '#web/platform/act.ts'
import { Later } from './later.tsx'

/** Draws what an act of the palette takes, above whatever page is open. */
export function ActHost() {
  const opened = useActs(state => state.opened)
  if (!opened || !('Content' in opened)) return null
  return (
    <Later>
      <opened.Content onClose={closeAct} />
    </Later>
  )
}
