/** Characters of text an entry holds; an upload has a further entry for each further piece. */
export const mostChars = 60_000
export const longestTitle = 500
