import { useQuery } from '@tanstack/react-query'
import { Image } from 'antd'
import { useEffect, useState } from 'react'
import { readPicture } from '#contract/attachment.api.ts'
import { download } from '#web/platform/api.ts'
import css from './attachment.module.css'

/** The bytes of a picture never change. */
function pictureOptions(id: number) {
  return {
    queryKey: ['picture', id] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { blob } = await download(readPicture, { params: { id } }, { signal })
      return blob
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  }
}

/** An object URL of the picture while it is shown; undefined while it loads, null if it could not be read. */
function usePictureUrl(id: number): string | null | undefined {
  const { data, isError } = useQuery(pictureOptions(id))
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return isError ? null : url
}

/** A thumbnail that opens large. */
export function AttachmentPicture({ id, name, label }: { id: number; name: string; label: string }) {
  const url = usePictureUrl(id)
  if (!url) return <span className={css.thumb} data-failed={url === null} role="img" aria-label={name} />
  return (
    <span className={css.thumb}>
      <Image src={url} alt={name} width={64} height={48} title={label} style={{ objectFit: 'cover' }} />
    </span>
  )
}
