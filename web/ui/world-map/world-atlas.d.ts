// A JSON file has no type declarations, and types inferred from 100 kB would be less precise than these.
declare module 'world-atlas/countries-110m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification'

  const atlas: Topology<{ countries: GeometryCollection<{ name: string }> }>
  export default atlas
}
