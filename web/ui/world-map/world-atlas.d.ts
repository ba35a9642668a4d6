// A file of JSON has no types of its own, and what could be inferred of 100 kB says less than this.
declare module 'world-atlas/countries-110m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification'

  const atlas: Topology<{ countries: GeometryCollection<{ name: string }> }>
  export default atlas
}
