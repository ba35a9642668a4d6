/** Characters of text in one entry; a longer upload has further entries. */
export const mostChars = 60_000
export const longestTitle = 500
