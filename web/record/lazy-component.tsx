import { type ComponentType, lazy, useState } from 'react'

/** A component whose code is loaded when it is first rendered, or earlier by `load`; then it renders at once. */
type LazyComponent<P extends object> = ComponentType<P> & { load: () => Promise<void> }

export function lazyComponent<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyComponent<P> {
  const Waiting = lazy(load) as ComponentType<P>
  let Loaded: ComponentType<P> | undefined
  function Part(props: P) {
    // Fixed while mounted: another component in its place would lose its state.
    const [Content] = useState(() => Loaded ?? Waiting)
    return <Content {...props} />
  }
  const fetched = async () => {
    Loaded = (await load()).default
  }
  return Object.assign(Part, { load: fetched })
}

export const isLate = (component: object): component is LazyComponent<object> => 'load' in component
