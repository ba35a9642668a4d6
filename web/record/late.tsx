import { type ComponentType, lazy, useState } from 'react'

/** A component whose code is fetched when it is first drawn, or before by `load`: then it is drawn at once. */
export type Late<P extends object> = ComponentType<P> & { load: () => Promise<void> }

export function late<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Late<P> {
  const Waiting = lazy(load) as ComponentType<P>
  let Loaded: ComponentType<P> | undefined
  function Part(props: P) {
    // For as long as it stands: another component in its place would forget what it holds.
    const [Content] = useState(() => Loaded ?? Waiting)
    return <Content {...props} />
  }
  const fetched = async () => {
    Loaded = (await load()).default
  }
  return Object.assign(Part, { load: fetched })
}

export const isLate = (component: object): component is Late<object> => 'load' in component
