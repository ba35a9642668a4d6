// The package types its entries, not the single dictionaries: `traditional simplified` pairs between bars.
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string
  export default pairs
}
