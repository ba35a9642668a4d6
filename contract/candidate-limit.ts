/** Number of names of a list, the most similar ones first, that each name is compared with; equally similar ones beyond. */
export const candidateLimit = 2_000
