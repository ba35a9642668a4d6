import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readPicture } from '#contract/attachment.api.ts'
import { download } from '#web/platform/api.ts'

/** An object URL of an attached picture: its bytes are requested with the session, never by a plain address. */
export function usePicture(id: number): { src: string | undefined; hasFailed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['attachment', readPicture.path, id],
    queryFn: async ({ signal }) => (await download(readPicture, { params: { id } }, { signal })).blob,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!data) return
    const url = URL.createObjectURL(data)
    setSrc(url)
    return () => {
      URL.revokeObjectURL(url)
      setSrc(undefined)
    }
  }, [data])
  return { src, hasFailed: isError }
}
