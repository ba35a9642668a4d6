/** The address of a picture within this page; pictures cannot be read yet. */
export function usePicture(_id: number): { src: string | undefined; hasFailed: boolean } {
  return { src: undefined, hasFailed: true }
}
