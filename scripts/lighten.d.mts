/** Removes files from a project’s packages that nothing reads at run time. */
export function lighten(folder: string): void
