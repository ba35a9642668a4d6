// The package has types for its entry points, but not for the single dictionaries: `traditional simplified` pairs
// separated by bars.
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string
  export default pairs
}
