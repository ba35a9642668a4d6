declare module 'virtual:guide/*' {
  /** Addresses of the pictures by name; one that was not taken is absent. */
  export const pictures: Record<string, string>
  export const pages: import('./node.ts').GuidePages
}
