/** Takes out of a project’s packages what nothing reads that runs. */
export function lighten(folder: string): void
